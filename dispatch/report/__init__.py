"""What commands print: tables, lines and JSON on stdout, progress on stderr. The one place that draws."""
