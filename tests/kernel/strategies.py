"""What Hypothesis draws values from."""

from hypothesis import strategies as st

from reference.kernel.canonical import MOST_DIGITS, Json

_MOST = 10**MOST_DIGITS - 1

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers(-_MOST, _MOST) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)
