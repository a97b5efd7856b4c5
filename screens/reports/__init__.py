"""The reports' words: tables, charts and files of what the selectors read. The page is `screens.views.reports`."""
