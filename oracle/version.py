"""The version of the package: here and nowhere else; the build reads it."""

VERSION = "1.0.0"
