"""All that the kernel hands out is a value: frozen, and with no room for more than its fields."""

import pkgutil
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from reference import kernel
from reference.kernel.fields import Fields

# What is being read, not what was read: it notes which fields are taken.
BEING_READ: set[type[object]] = {Fields}
RECORDS = [
    found
    for module in pkgutil.iter_modules(kernel.__path__, "reference.kernel.")
    for found in vars(import_module(module.name)).values()
    if isinstance(found, type) and found.__module__ == module.name and is_dataclass(found)
]


def test_the_records_are_found() -> None:
    assert len(RECORDS) >= 25


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.__module__}.{record.__name__}")
def test_a_record_of_the_kernel_is_frozen(record: type[object]) -> None:
    assert vars(record)["__dataclass_params__"].frozen == (record not in BEING_READ)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.__module__}.{record.__name__}")
def test_a_record_of_the_kernel_is_slotted(record: type[object]) -> None:
    assert "__slots__" in vars(record)
