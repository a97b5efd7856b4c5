"""What every refusal is: a noun that is the reason, with a code and named parameters."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import override


class RuleViolation(Exception):
    """A deed the regulation, or the game's own state, does not allow; nothing was changed."""

    code: ClassVar[str] = "rule_violation"

    def __init__(self, **params: object) -> None:
        """Keep the parameters by name: a sentence in any language is made of them."""
        super().__init__(self.code, params)
        self.params = params

    @override
    def __init_subclass__(cls) -> None:
        """Name the code after the class: CardsOutOfSequence -> cards_out_of_sequence."""
        cls.code = "".join(f"_{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("_")
