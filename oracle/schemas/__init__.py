"""JSON Schemas of everything the tool reads and writes, made from the records and tables of the rules."""
