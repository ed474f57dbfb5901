"""What can be wrong with what somebody asks for. Each says what was wrong and what would be right."""

from __future__ import annotations

from purrlor.core.language import Translations


class PurrlorError(Exception):
    """A sentence with facts: `str(error)` is English, `error.message(translations)` any language.

    The sentence is written N_("No game {name}…") where it is raised, so that translators find it.
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts))
        self.sentence, self.facts = sentence, facts

    def __reduce__(self) -> tuple[object, ...]:
        """From another process it comes back as it was: its sentence and its facts."""
        return restored, (type(self), self.sentence, self.facts)

    def message(self, translations: Translations) -> str:
        facts = {
            key: fact.message(translations) if isinstance(fact, PurrlorError) else fact
            for key, fact in self.facts.items()
        }
        return translations.gettext(self.sentence).format(**facts)


def restored(kind: type[PurrlorError], sentence: str, facts: dict[str, object]) -> PurrlorError:
    return kind(sentence, **facts)


class UnknownGame(PurrlorError):
    """No game of that name."""


class MissingPart(PurrlorError):
    """Something is asked for that this game has no part for."""


class BadOption(PurrlorError):
    """An option or a number of players that the game does not have."""


class BadSheet(PurrlorError):
    """A sheet of a match at a real table that cannot be, or that is not complete."""


class NotYourTurn(PurrlorError):
    """This seat is not asked now."""


class IllegalAction(PurrlorError):
    """This seat is asked, but not for that."""


class CannotUndo(PurrlorError):
    """The last decision is not this seat's to take back, or something came of it."""


class BadRecord(PurrlorError):
    """A record that is not one, or that does not replay to what it says."""


class BadNotation(PurrlorError):
    """A text that is not a position of the game."""
