class FakeClock:
    """Seconds that go on only when told."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now

    def forward(self, seconds):
        self.now += seconds
