"""What has been drawn before: 8 bytes a thing, kept sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Seen:
    """Remembers numbers, and tells which groups of new ones repeat none."""

    def __init__(self) -> None:
        self._sorted: NDArray[np.uint64] | None = None

    def admit(self, groups: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """
        Admit the groups of which no member was seen before, and remember these groups.

        Args:
            groups: Shape (groups, members of a group); the members of one group differ.

        Returns:
            One truth a group: False if a member was admitted before, or stands in an earlier group of these.

        Source:
            O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
        """
        import numpy as np

        before = np.empty(0, dtype=np.uint64) if self._sorted is None else self._sorted
        new = np.sort(groups, axis=None)
        admitted: NDArray[np.bool_] = np.ones(len(groups), dtype=np.bool_)
        if np.any(new[1:] == new[:-1]) or np.any(_within(before, new)):
            members = groups.ravel()
            repeated: NDArray[np.bool_] = np.ones(len(members), dtype=np.bool_)
            repeated[np.unique(members, return_index=True)[1]] = False
            repeated |= _within(before, members)
            admitted = np.logical_not(np.any(repeated.reshape(groups.shape), axis=1))
            new = np.sort(groups[admitted], axis=None)
        # Two sorted runs one after the other: a stable sort only merges them.
        self._sorted = np.sort(np.concatenate([before, new]), kind="stable") if len(before) else new
        return admitted


def _within(ordered: NDArray[np.uint64], values: NDArray[np.uint64]) -> NDArray[np.bool_]:
    import numpy as np

    if not len(ordered):
        return np.zeros(len(values), dtype=np.bool_)
    places = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return np.equal(ordered.take(places), values)
