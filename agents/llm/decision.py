"""MainDecisionAgent by model: one of the loads and moves offered, or a wait. It can name nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.llm.answers import MOST_WAIT_MIN, DecisionAnswer
from agents.llm.desk import Desk, Posed
from agents.llm.numbered import offer_of
from agents.llm.quote import harmless
from agents.llm.read import check_language
from agents.llm.shown import Shown
from agents.llm.told import asker, load_lines, posed
from agents.protocols import MainDecisionAgent
from agents.records import Assessment, Decision, Options
from agents.rule.decision import SHOWN, WAIT_MIN, best_rows, rate_fen, worth_fen
from agents.rule.moving import Move, ranked_moves
from memory.observed import Act, Action, Observation
from memory.views.records import DecisionView

MOST_LOADS = 8
MOST_MOVES = 3


@dataclass(frozen=True, slots=True)
class ModelDecision:
    """Asks which offer to take; `rule` decides where there is nothing to choose from, or the model has not."""

    desk: Desk
    rule: MainDecisionAgent

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
        rate = rate_fen(view)
        worth = worth_fen(seen, options, assessment.option_fen, rate)
        rows = best_rows(options, worth, MOST_LOADS)
        moves = ranked_moves(seen, view, rate, WAIT_MIN, MOST_MOVES)
        penalties = assessment.option_fen.tolist()
        lines = load_lines(self.desk, options, rows, penalties, cities=bool(seen.preferences))
        lines += [_move_line(move, n) for n, move in enumerate(moves, len(rows) + 1)]
        if not lines:
            return self.rule.decide(seen, view, options, assessment)
        lines += [f"0 wait penalty={assessment.wait_fen / 100:.0f}", *(f"due: {text}" for text in assessment.due)]

        def pose(budget: int) -> Posed:
            return posed(self.desk, seen, view, lines, budget, wishes=True)

        def read(answer: DecisionAnswer, shown: Shown) -> Decision:
            cited = shown.cited(answer.facts)
            check_language(answer.why + answer.plan, self.desk.prompts.language)
            offered: list[int | Move] = [*rows, *moves]
            chosen = offer_of(answer.choice, offered, "choice") if answer.choice else None
            fact, score = -1, 0.0
            if chosen is None:
                action = Action(Act.WAIT, minutes=min(answer.minutes, MOST_WAIT_MIN) or WAIT_MIN)
            elif isinstance(chosen, Move):
                action = Action(Act.REPOSITION, lat=chosen.lat, lng=chosen.lng)
                fact, score = chosen.fact, chosen.gain_fen
            else:
                action = Action(Act.TAKE_ORDER, load=int(options.offers.load[chosen]))
                fact, score = int(options.fact_ids[chosen]), float(worth[chosen])
            facts = dict.fromkeys([*([fact] if fact >= 0 else []), *cited])
            return Decision(
                action,
                harmless(answer.why, 160),
                plan=harmless(answer.plan, 100),
                fact_ids=tuple(facts),
                score=score,
                alternatives=_others(options, worth, rows, chosen),
            )

        decision = self.desk.ask(asker(self.desk, "decision", seen), DecisionAnswer, pose, read)
        return self.rule.decide(seen, view, options, assessment) if decision is None else decision


def _move_line(move: Move, n: int) -> str:
    return f"{n} move to={move.lat:.2f},{move.lng:.2f} gain={move.gain_fen / 100:.0f}"


def _others(
    options: Options, worth: np.ndarray[tuple[int], np.dtype[np.float64]], rows: list[int], chosen: int | Move | None
) -> tuple[tuple[int, float], ...]:
    """The best loads that were not chosen, with their worth by rule."""
    left = [row for row in rows if row != chosen][: SHOWN - 1]
    return tuple((int(options.offers.load[row]), float(worth[row])) for row in left)
