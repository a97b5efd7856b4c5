"""Whose signature an entry of the minutes needs, and who may give it (O79 37.3, 37.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from sessions.rules import errors
from sessions.rules.session import EntrySigned, Post, SessionBoard

_BOTH: Final = (Post.HALL_MANAGER, Post.TABLE_CHIEF)

SIGNED_BY: Final[dict[str, tuple[Post, ...]]] = {
    "incident": _BOTH,
    "suspension": _BOTH,
    "lifted": _BOTH,
    "manual_draw": _BOTH,
    "void": _BOTH,
    # The claimant signs too, on paper: whether they did stands in the entry itself.
    "complaint": (Post.HALL_MANAGER,),
}
"""Posts that sign an entry after it was written, by the entry's kind; the opening and the closing bring theirs."""


def check_chief_signs(board: SessionBoard, signed: str) -> None:
    """
    Refuse an opening or a closing that nobody at the Jefe de Mesa's post signs.

    Raises:
        ChiefSignatureNeeded: `signed` is "" or is not at that post.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.3.
    """
    if not signed or signed not in board.people_at(Post.TABLE_CHIEF):
        raise errors.ChiefSignatureNeeded


def missing_posts(board: SessionBoard, entry_no: int, kind: str) -> tuple[Post, ...]:
    """
    Give the posts whose signature an entry still lacks.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.4.
    """
    given = {s.as_post for s in board.signatures if s.entry_no == entry_no}
    return tuple(post for post in SIGNED_BY.get(kind, ()) if post not in given)


def unsigned(board: SessionBoard, entries: Iterable[tuple[int, str]]) -> list[int]:
    """
    Give the numbers of the entries, each told with its kind, that lack a signature.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.4.
    """
    return [entry_no for entry_no, kind in entries if missing_posts(board, entry_no, kind)]


def may_sign(board: SessionBoard, post: Post, own: Mapping[str, Collection[str]] | None = None) -> list[str]:
    """
    Give who may sign for a post: who is at it now, then those whose professional post it is.

    So a second person is found when the only one at a post came to it after signing for the other.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.2, 37.4.
    """
    professionals = (person for person, posts in sorted((own or {}).items()) if post in posts)
    return list(dict.fromkeys([*board.people_at(post), *professionals]))


def decide_signature(
    board: SessionBoard,
    *,
    entry_no: int,
    kind: str,
    as_post: Post,
    signer: str,
    own: Mapping[str, Collection[str]] | None = None,
) -> EntrySigned:
    """
    Sign an entry for a post, once; an entry of two signatures is signed by two people.

    Args:
        board: The session as last recorded.
        entry_no: The entry.
        kind: What kind of entry it is.
        as_post: The post that signs.
        signer: Who signs.
        own: Professional posts of each person; None in a hall that keeps no list of its people.

    Raises:
        SignedAlready: The entry needs no signature of that post, or has it.
        SignerNotAtPost: The signer is not at that post now, nor is it theirs by profession.
        TwoSignersNeeded: The signer signed it for the other post, or is the only one now at that post.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.2, 37.4.
    """
    missing = missing_posts(board, entry_no, kind)
    if as_post not in missing:
        raise errors.SignedAlready(entry_no=entry_no)
    if signer not in may_sign(board, as_post, own):
        raise errors.SignerNotAtPost(signer=signer)
    signed = {s.signer for s in board.signatures if s.entry_no == entry_no}
    # Nobody takes the other post's only signature: the entry could not be signed any more.
    only = any(board.people_at(post) == (signer,) for post in missing if post != as_post)
    if signer in signed or only:
        raise errors.TwoSignersNeeded(signer=signer)
    return EntrySigned(entry_no=entry_no, as_post=as_post, signer=signer)
