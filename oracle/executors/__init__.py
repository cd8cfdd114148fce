"""Work that is many small tasks, on the cores of this machine or on a cluster.

`each` gives tasks to a `Pool`, which is an executor of `concurrent.futures`: `LocalPool` has processes of this machine,
`ClusterPool` the workers of a Dask scheduler. A task is a pure function and what it is given, so it can be done again:
a lost worker costs its task and nothing else.
"""
