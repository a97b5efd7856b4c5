"""Enrolled devices for tests: a browser that holds a device's secret, and a log-in made at it."""

from django.test import Client

from screens.enrolment import cookie_name
from sessions.services.terminals import enrol, offer_enrolment
from tests.screens.sockets import PASSWORD


def let_in(hall, device, place):
    """Enrol a device as people do; gives what it was given."""
    code = offer_enrolment(hall_id=hall.pk, device=device, place=place, actor="sala")["code"]
    return enrol(code=code, address="192.168.1.12")


def device_of(entered):
    """Give the browser of an enrolled device, nobody logged in."""
    browser = Client()
    browser.cookies[cookie_name()] = entered.token
    return browser


def logged_in_at(entered, user):
    """Give the browser of an enrolled device, at which somebody has logged in."""
    browser = device_of(entered)
    browser.force_login(user)
    session = browser.session
    session["terminal"] = entered.terminal.number
    session.save()
    return browser


def log_in(browser, username, password=PASSWORD):
    """Log somebody in by the form; gives the answer."""
    return browser.post("/entrar/", {"username": username, "password": password})
