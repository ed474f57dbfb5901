"""The pen and the paper: colours, lines, cuts, and the sheet a drawing is made on."""
