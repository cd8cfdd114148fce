"""Actions near those offered: one word of an action exchanged, or an action of another kind altogether."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from oracle.choices import Dice
from reference.kernel.canonical import Json, canonical_text


@dataclass(slots=True)
class Vocabulary:
    """The words of actions: whole actions by kind, and values by kind and field."""

    examples: dict[str, list[Json]] = field(default_factory=dict)
    values: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)

    @classmethod
    def of(cls, forms: Iterable[Json]) -> "Vocabulary":
        """Return the words of these actions, legal or not, in their JSON form."""
        words = cls()
        for form in forms:
            assert isinstance(form, Mapping)
            kind = str(form["type"])
            words.examples.setdefault(kind, []).append(form)
            for name, value in form.items():
                words.values.setdefault((kind, name), {})[canonical_text(value)] = value
        return words

    def neighbour(self, form: Json, dice: Dice) -> Json:
        """Return an action that differs from a given one in one field, or in its kind if it has no field."""
        assert isinstance(form, Mapping)
        names = [name for name in form if name != "type"]
        if not names or dice.random() < 0.2:
            return self.stranger(dice)
        name = dice.choice(names)
        return {**form, name: self._other(str(form["type"]), name, form[name], dice)}

    def stranger(self, dice: Dice) -> Json:
        """Return any action, all kinds being equally likely."""
        return dice.choice(self.examples[dice.choice(sorted(self.examples))])

    def _other(self, kind: str, name: str, value: Json, dice: Dice) -> Json:
        if isinstance(value, bool):
            return not value
        known = list(self.values.get((kind, name), {}).values())
        if isinstance(value, int):
            known += [value - 1, value + 1]
        return dice.choice(known) if known else value
