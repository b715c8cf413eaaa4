"""A request runs whole in a thread of the process, which keeps its connection as long as it may."""

import pytest
from django.db import connection
from django.http import HttpResponse

from campaigns.models import Campaign
from config.serving.threads import close_stale_connections


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("age", "kept"), [(None, True), (0, False)])
def test_a_thread_keeps_its_connection_from_one_request_to_the_next_where_it_may(age, kept, monkeypatch):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", age)
    found = []

    def page(_request):
        Campaign.objects.exists()
        found.append(connection.connection)
        return HttpResponse()

    try:
        for _one in range(2):
            close_stale_connections(page)(None)
        assert (found[0] is found[1]) is kept
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_broke_is_not_kept_though_its_request_failed(monkeypatch):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", None)

    def page(_request):
        Campaign.objects.exists()
        connection.errors_occurred = True
        monkeypatch.setattr(connection, "is_usable", lambda: False)
        raise OSError

    with pytest.raises(OSError):
        close_stale_connections(page)(None)
    assert connection.connection is None
