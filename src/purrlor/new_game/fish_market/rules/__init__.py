"""The rules, compiled: they import only core and one another."""
