"""More Kitties!: toss the tokens, count the cats, collect your own colour."""
