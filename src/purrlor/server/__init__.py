"""The parlour: tables where people and cats sit down together. The domain is here without HTTP; see README.md."""
