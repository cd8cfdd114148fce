"""Choices of several things for which the rules set no order.

A player names the members of such a set in any order, or all at once. Here is how they are named, as data; `any_order`
brings it to the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.kernel.canonical import Json, Unreadable

MOST_MEMBERS = 100


@dataclass(frozen=True, slots=True)
class Member:
    """How one kind of member is named: the action that names it, and its field.

    Without a field a member is a whole answer: all fields of the action, of which the `usual` ones may be left out.
    """

    action: str
    field: str = ""
    usual: tuple[tuple[str, Json], ...] = ()

    def named(self, what: Json) -> dict[str, Json]:
        """Return the action that names a member."""
        if self.field:
            return {"type": self.action, self.field: what}
        if not isinstance(what, Mapping):
            raise Unreadable("", f"names an answer that is not given by its fields, as {self.action} has them")
        return {**dict(self.usual), **what, "type": self.action}

    def name_in(self, action: Json) -> Json:
        """Return the member that an action names; nothing if it is another action."""
        if not self.field:
            if not isinstance(action, Mapping) or action.get("type") != self.action:
                return None
            return {name: value for name, value in action.items() if name != "type"}
        if isinstance(action, Mapping) and set(action) == {"type", self.field} and action["type"] == self.action:
            return action[self.field]
        return None


@dataclass(frozen=True, slots=True)
class Beginning:
    """The action that makes a set asked for, which may be given together with the set: its type and its fields."""

    action: str
    fields: tuple[str, ...]

    def taken_from(self, action: Mapping[str, Json]) -> dict[str, Json]:
        """Return the action that begins, out of one that gives the set as well."""
        for each in self.fields:
            if each not in action:
                raise Unreadable(each, f"is missing: {self.action} needs {', '.join(self.fields)} before its set")
        return {"type": self.action, **{each: action[each] for each in self.fields}}


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set that is named member by member.

    `name` is the word for giving the whole set at once. `about` is the decision that asks for a member; one that ends
    in `*` stands for all that begin so. `members` says, by the word for several of them, how a member is named.
    `opener` names the first member as the answer to an earlier decision. `ends` says whether `done` ends it; otherwise
    the next action does. `begins` is an earlier decision that is answered by naming one of them first. `paves` says
    that one member may make the next one possible. `also` are other words for the whole. `beginning` is the action that
    may be given together with the whole. `pairs` says that a member of the first kind is named with one of the second,
    where it goes; one may stand for all. `rest` is for whole answers: who is not among them gives the usual one. It is
    the fact of a notation that says who must answer first, and the field of the answer that names him.
    """

    name: str
    about: str
    members: Mapping[str, Member]
    opener: Member | None = None
    ends: bool = True
    begins: str | None = None
    paves: bool = False
    also: tuple[str, ...] = ()
    beginning: Beginning | None = None
    pairs: bool = False
    rest: tuple[str, str] | None = None

    def asked(self, about: str | None) -> bool:
        """Say whether a decision asks for a member."""
        if about is not None and self.about.endswith("*"):
            return about.startswith(self.about[:-1])
        return about == self.about

    def usual(self, facts: Mapping[str, Json], given: tuple[Json, ...]) -> Json:
        """Return the usual answer of who must answer first, by the facts of a notation; nothing if his is given."""
        if self.rest is None or self.rest[0] not in facts:
            return None
        (member,) = self.members.values()
        told, field_ = self.rest
        answered = any(isinstance(each, Mapping) and each.get(field_) == facts[told] for each in given)
        return None if answered else member.named({field_: facts[told]})

    def names(self, action: Json) -> bool:
        """Say whether an action by itself names a member."""
        if self.pairs:
            return False
        ways = (*self.members.values(), *(() if self.opener is None else (self.opener,)))
        return any(each.name_in(action) is not None for each in ways)

    def opening(self, member: Json) -> Json:
        """Return the action that opens the set with this member."""
        if self.opener is None:
            return member
        (name,) = (found for each in self.members.values() if (found := each.name_in(member)) is not None)
        return self.opener.named(name)

    def by_kind(self, members: tuple[Json, ...]) -> tuple[Json, ...]:
        """Return members in the order of their kinds: those that command others before those."""
        kinds = tuple(self.members.values())
        return tuple(each for kind in kinds for each in members if kind.name_in(each) is not None)

    def words(self) -> frozenset[str]:
        """Return the types of action under which the whole set may be given."""
        openers = () if self.opener is None else (self.opener.action,)
        return frozenset((self.name, *self.also, *(each.action for each in self.members.values()), *openers))

    def all_named(self, action: Mapping[str, Json]) -> tuple[tuple[Json, ...], ...]:
        """Return the members of a set that is given at once, each as the actions that name it."""
        for several in action:
            if several != "type" and several not in self.members:
                raise Unreadable(several, f"is no kind of member of {self.name}: {', '.join(self.members)}")
        found = [_listed(action, several, member) for several, member in self.members.items()]
        return self._paired(*found) if self.pairs else tuple((each,) for kind in found for each in kind)

    def _paired(self, whom: tuple[Json, ...], where: tuple[Json, ...]) -> tuple[tuple[Json, ...], ...]:
        if len(where) == 1:
            where *= len(whom)
        if len(whom) != len(where):
            first, second = self.members
            raise Unreadable(second, f"names {len(where)}, and {first} names {len(whom)}: one for each, or one for all")
        return tuple(zip(whom, where, strict=True))


def _listed(action: Mapping[str, Json], several: str, member: Member) -> tuple[Json, ...]:
    """Return the members of one kind that a set given at once names."""
    names = action.get(several, ())
    if not isinstance(names, list | tuple):
        raise Unreadable(several, "is not a list")
    if len(names) > MOST_MEMBERS:
        raise Unreadable(several, f"names {len(names)} members; the most is {MOST_MEMBERS}")
    return tuple(member.named(each) for each in names)
