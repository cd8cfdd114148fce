"""What exploration did not reach is said, and what is excused names a test that exists."""

from pathlib import Path

from properties.wilderness_war.explorer import Log, excused, never, report, rule_functions
from reference.wilderness_war.cards import FACES


def _complete() -> Log:
    log = Log(games=1, decisions=2)
    log.cards.update(face.id for face in FACES)
    log.functions.update(name for name, _ in rule_functions().values())
    return log


def test_every_excuse_is_about_a_card_or_function_and_names_a_test_that_exists() -> None:
    reachable = {*(face.id for face in FACES), *(name for name, _ in rule_functions().values())}
    for name, (reason, test) in excused().items():
        assert name in reachable, name
        assert reason.endswith("."), name
        file, _, function = test.partition("::")
        assert f"def {function}(" in Path(file).read_text(encoding="utf-8"), test


def test_a_card_never_played_and_a_function_never_run_are_named() -> None:
    log = _complete()
    assert never(log) == []
    assert "unexplained" not in report(log, 0)
    log.cards["card_1"] = 0
    log.functions["ch12_supply.is_supplied"] = 0
    assert never(log) == ["card_1", "ch12_supply.is_supplied"]
    assert "| card_1 | unexplained |" in report(log, 0)
    log.cards["card_1"], log.cards["card_7"] = 1, 0
    assert f"| card_7 | {' | '.join(excused()['card_7'])} |" in report(log, 0)
