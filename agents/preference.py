"""PreferenceAgent by rule. Wishes in words become constraints elsewhere; of those it has none, it finds nothing due."""

from __future__ import annotations

import numpy as np

from agents.records import Assessment, Options
from memory.observed import Observation
from memory.views import PreferenceView


class RulePreference:
    """Prices each option's breaches of the constraints in force."""

    def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment:
        return Assessment(np.zeros(len(options)))
