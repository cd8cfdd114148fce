"""What every game shares: rule links, decisions, verdicts, frames, canonical form, rulesets, traces."""
