"""What is known about each rule: its functions, and the tests, properties and traces that really ran them."""
