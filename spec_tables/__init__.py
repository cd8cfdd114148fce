"""The data of the rulebooks: catalogues, maps, counters, cards, tables, scenarios, rulesets."""
