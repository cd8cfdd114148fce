"""Properties of A Few Acres of Snow."""
