"""
What the hall board asks for to speak: the list of clips, what is said at an event, a clip, a sentence spoken now.

All of it can be read with the wall's token, and nothing here changes anything.
"""

from __future__ import annotations

from typing import Any, Final

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from screens.access import hall_of, wall_access
from screens.voice.clips import TYPES, Saying, clip_for, clip_named, short_sayings
from screens.voice.espeak import NoVoice, has_espeak, sentence_clip
from screens.voice.said import said_at
from screens.voice.standing import has_balls
from sessions.rules.calling import LANGUAGES
from sessions.selectors.hall_view import read_hall_view

SALT: Final = "voice"
CLIP_AGE_S: Final = 30 * 24 * 3600
SENTENCE_AGE_S: Final = 3600


@never_cache
@require_GET
@wall_access
def voice_list(request: HttpRequest) -> JsonResponse:
    """Give balls and signals by language and name, with words and, where there is a clip, its address."""
    return JsonResponse({lang: {s.name: _told(s) for s in short_sayings(lang)} for lang in _asked(request)})


@never_cache
@require_GET
@wall_access
def voice_said(request: HttpRequest) -> JsonResponse:
    """Give the sentences to say after an event of the kind `event`, of the game as it stands now."""
    hall = hall_of(request.user)
    if hall is None:
        return JsonResponse({"said": []})
    view = read_hall_view(hall.pk)
    last = view.session.last_game if view.session else 0
    lines = said_at(request.GET.get("event", ""), view.board, last, _asked(request))
    return JsonResponse({"said": [_told(line) for line in lines]})


@require_GET
@wall_access
def voice_clip(_request: HttpRequest, lang: str, name: str) -> HttpResponse:
    """Give a clip; its address carries a mark of its bytes, so it may be kept."""
    file = clip_named(lang, name)
    if file is None:
        raise Http404
    answer = HttpResponse(file.read_bytes(), content_type=TYPES[file.suffix])
    patch_cache_control(answer, private=True, max_age=CLIP_AGE_S, immutable=True)
    return answer


@require_GET
@wall_access
def voice_sentence(_request: HttpRequest, signed: str) -> HttpResponse:
    """Speak a sentence that `voice_said` gave the address of; nobody else's words are spoken."""
    try:
        lang, text = signing.loads(signed, salt=SALT)
        clip = sentence_clip(text, lang)
    except (signing.BadSignature, NoVoice) as error:
        raise Http404 from error
    answer = HttpResponse(clip, content_type="audio/wav")
    patch_cache_control(answer, private=True, max_age=SENTENCE_AGE_S)
    return answer


def _asked(request: HttpRequest) -> list[str]:
    """Read `lang=es,ca`: only what the voice speaks; all of it when nothing else is left."""
    wanted = dict.fromkeys(request.GET.get("lang", "").split(","))
    return [lang for lang in wanted if lang in LANGUAGES] or list(LANGUAGES)


def _told(saying: Saying) -> dict[str, Any]:
    return {"name": saying.name, "lang": saying.lang, "text": saying.text, "src": _address(saying)}


def _address(saying: Saying) -> str:
    file = clip_for(saying) if saying.name else None
    if file is not None:
        found = file.stat()
        mark = f"{found.st_mtime_ns:x}-{found.st_size:x}"
        return f"{reverse('voice_clip', args=[saying.lang, file.stem])}?v={mark}"
    if not has_espeak() or not has_balls(saying.lang):
        return ""
    return reverse("voice_sentence", args=[signing.dumps([saying.lang, saying.text], salt=SALT, compress=True)])
