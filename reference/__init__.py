"""The rules: pure functions on frozen values, one package a game, and the kernel they share."""
