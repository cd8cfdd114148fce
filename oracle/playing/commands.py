"""The conversation: what a person can type while a game is played by hand, and what is done about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from oracle.drawing import drawn
from oracle.english import action_in_words, decider_in_words
from oracle.errors import InputError
from oracle.files import write_text
from oracle.playing import table_talk
from oracle.playing.session import Heard, Session
from oracle.playing.terminal import Terminal
from oracle.text import paragraph, plural
from oracle.typed_actions import typed
from oracle.verdict_json import Ruling
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.table import Due
from reference.kernel.verdicts import Next

INTERRUPTED = 130
_HELP = """\
  3                 take action 3; or write the action: go to=crown_point
  all               name everything that may still be named, such as a whole force
  ? ACTION          would it be legal, and why not; nothing is done
  ?                 the rules of this decision; also `rules`
  rules NUMBER      a rule by its number; `rules WORDS` finds rules by words
  odds ACTION       what chance can bring after it, until somebody must choose
  list [WORD]       every legal action, or those with a word
  show              the position, as far as you may know it
  undo              back to your last decision
  save FILE         write the game so far as a trace (it holds everything, hidden cards too)
  quit              end; also Ctrl-D
An action that has the name of a command is written `do ACTION`."""


@dataclass(slots=True)
class Conversation:
    """A game by hand in front of a terminal."""

    session: Session
    terminal: Terminal
    trace: Path | None = None
    saved_at: int = 0

    def run(self) -> int:
        """Play until the game, the input or the person ends it, and return the exit code."""
        try:
            self._greet()
            ended = self._play()
        except KeyboardInterrupt:
            self.terminal.say()
            self._leave("Stopped.")
            return INTERRUPTED
        self._leave(ended)
        return 0

    # ------------------------------------------------------------ the course of a game

    def _greet(self) -> None:
        start = self.session.start
        hands = ", ".join(decider_in_words(each) for each in sorted(self.session.by_hand))
        self.terminal.say(f"{start.place}, ruleset {start.ruleset}. You decide for: {hands}.", "bold")
        self.terminal.say("`help` lists what you can type.")

    def _play(self) -> str:
        """Go on until something ends the game, and return what to say then."""
        shown = False
        while True:
            if heard := list(self.session.onward()):
                self._tell(heard, "cyan")
                shown = False
            due = self.session.due()
            if isinstance(due, Over):
                self.terminal.say(f"The game is over: {due.result}", "bold")
                return ""
            if not shown:
                self._present(due)
                shown = True
            line = self.terminal.ask()
            if line is None:
                return "End of input."
            if line.strip() in ("quit", "exit"):
                return "Ended."
            shown = not self._obey(due, line.strip())

    def _present(self, due: Due) -> None:
        self.terminal.say()
        self.terminal.say(table_talk.headline(self.session, due), "bold")
        for line in table_talk.numbered(self.session, due, most=table_talk.MOST_LISTED):
            self.terminal.say(line)

    def _tell(self, heard: Sequence[Heard], style: str | None = None) -> None:
        for line in table_talk.news(self.session, heard):
            self.terminal.say(line, style)

    # ------------------------------------------------------------ commands

    def _obey(self, due: Due, line: str) -> bool:
        """Do what a line says, and say whether the decision must be shown again."""
        word, _, rest = line.partition(" ")
        try:
            return self._command(due, word, rest.strip(), line)
        except InputError as fault:
            self.terminal.say(str(fault), "red")
            return False

    def _command(self, due: Due, word: str, rest: str, line: str) -> bool:
        match word:
            case "":
                return False
            case "help":
                self.terminal.say(_HELP)
            case "list":
                self._say(table_talk.numbered(self.session, due, rest))
            case "show":
                self.terminal.say(drawn(self.session.game, self.session.onlooker.view(self.session.table)))
            case "rules" | "rule":
                self._say(table_talk.rules_of(self.session, due, rest))
            case "undo":
                return self._undo()
            case "save":
                self._save(rest)
            case "odds":
                self._odds(due, rest)
            case _ if word.startswith("?"):
                self._ask(due, line[1:].strip())
            case _:
                return self._take(due, rest if word == "do" else line)
        return False

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.terminal.say(line)

    def _undo(self) -> bool:
        if self.session.undo():
            self.terminal.say("Back to your last decision.", "yellow")
            return True
        self.terminal.say("There is no decision of yours to take back.", "yellow")
        return False

    def _save(self, name: str) -> None:
        if not name:
            raise InputError("save: say to which file, such as `save game.jsonl`")
        self._write(Path(name).expanduser())

    def _write(self, path: Path) -> None:
        write_text(path, self.session.trace())
        self.saved_at = len(self.session.acts)
        self.terminal.say(f"Saved {plural(len(self.session.acts), 'decision')} to {path}.", "green")

    def _odds(self, due: Due, text: str) -> None:
        if not text:
            if due.odds is None:
                raise InputError("odds: say of which action, such as `odds 1`")
            self._say(table_talk.odds_after(self.session, self.session.table))
            return
        action = self._read(text)
        answer, lines = table_talk.asked(self.session, due.by, action)
        if not isinstance(answer.verdict, Next):
            self._lines(lines)
            return
        self._say(table_talk.odds_after(self.session, answer.verdict.state))

    def _ask(self, due: Due, text: str) -> None:
        if not text:
            self._say(table_talk.rules_of(self.session, due, ""))
            return
        self._lines(table_talk.asked(self.session, due.by, self._read(text))[1])

    def _take(self, due: Due, text: str) -> bool:
        action = self._read(text)
        answer, lines = table_talk.asked(self.session, due.by, action)
        if answer.ruling is not Ruling.LEGAL:
            self._lines(lines)
            return False
        self.terminal.say(f"{decider_in_words(due.by)}: {action_in_words(self.session.game, action)}", "green")
        self._tell([self.session.take(due, action)])
        return True

    def _read(self, text: str) -> Json:
        session = self.session
        return typed(session.game, session.table, text, session.onlooker.view(session.table))

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            stripped = line.lstrip(" ")
            self.terminal.say(paragraph(stripped, len(line) - len(stripped)))

    # ------------------------------------------------------------ the end

    def _leave(self, ended: str) -> None:
        """Say goodbye, and save what there is: to the file named at the start, or to one named now."""
        played = len(self.session.acts)
        if ended:
            self.terminal.say(f"{ended} {plural(played, 'decision')} so far.", "yellow")
        if self.trace is not None:
            self._write(self.trace)
        elif played > self.saved_at and self.terminal.is_interactive:
            self._offer_to_save()
        elif played > self.saved_at:
            self.terminal.say("Not saved; `save FILE` or --trace FILE writes the game.")

    def _offer_to_save(self) -> None:
        try:
            name = self.terminal.ask("Save to which file? (Enter: do not save) ")
            if name and name.strip():
                self._save(name.strip())
        except KeyboardInterrupt:
            self.terminal.say()
        except InputError as fault:
            self.terminal.say(str(fault), "red")
