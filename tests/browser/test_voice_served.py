"""The voice from a hall that runs: its list, its clips and its policy of content, in a browser that plays them."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium_path
from tests.browser.wall_voice import LISTEN
from tests.voices import beep, made_voice, own_recording
from tests.walks.running_hall import RunningHall

ALLOWED = "--autoplay-policy=no-user-gesture-required"
SAY = """async (numbers) => {
  const {Voice} = await import("/static/screens/js/voice.js");
  const voice = new Voice({token: "demo-wall", languages: ["es"], formulas: true, volume: 1, onBlocked: () => {}});
  const end = Date.now() + 60000;
  const until = async (what) => {
    while (!what() && Date.now() < end) { await new Promise((resolve) => { setTimeout(resolve, 20); }); }
  };
  await voice.learn();
  for (const number of numbers) {
    await until(() => voice.sound.kept.has(voice.part(String(number), "es").src) && !voice.sound.blocked);
    voice.hear({kind: "BallCalled", number: number}, null);
    await until(() => voice.queue.now === null);
  }
  return clips.map((one) => one.ms);
}"""


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    hall = RunningHall(tmp_path)
    made_voice(tmp_path)
    own_recording(tmp_path, "es", "47.wav", beep(1_234))
    try:
        hall.start()
        yield hall
    finally:
        hall.end()


def test_the_hall_s_recording_is_played_before_the_made_clip_and_the_page_s_policy_lets_both_sound(hall):
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium_path(), args=[*ARGUMENTS, ALLOWED])
        page = browser.new_page()
        page.add_init_script(LISTEN)
        told, missing = [], []
        page.on("console", lambda message: told.append(message.text))
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        page.goto(f"{hall.url}/sala/?k=demo-wall&lang=es")
        own, made = page.evaluate(SAY, [47, 48])
        browser.close()
    assert own == 1_234
    # "Cuarenta y ocho, cuatro ocho" by espeak-ng.
    assert 1_200 < made < 2_500
    assert made != own
    assert (told, missing) == ([], [])
