"""What the tests of pictures share."""

import pytest

from tests.oracle.pictures.samples import KEYS, Sample, sample_of


@pytest.fixture(params=KEYS, ids="-".join)
def sample(request: pytest.FixtureRequest) -> Sample:
    """A position to be drawn; made only when a test asks for it."""
    game, name = request.param
    return sample_of(game, name)
