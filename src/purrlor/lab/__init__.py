"""The same games for people who study them."""
