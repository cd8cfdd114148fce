"""Play by hand: a person decides for one side or more, a seed for everybody else."""
