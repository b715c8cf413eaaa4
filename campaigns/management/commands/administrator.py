"""``manage.py administrator``: allow an account to load games on a page of the site, or revoke that."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from campaigns.management.migrated import MigratedCommand


class Command(MigratedCommand):
    """Make an account an administrator, which opens no table to it."""

    help = "Let an account load written games on the page /games/ of the site. It opens no table and nothing else."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of the account")
        parser.add_argument("--no-longer", action="store_true", help="take the right back")

    def handle(self, *, name: str, no_longer: bool, **_options: Any) -> None:
        if get_user_model()._meta.db_table not in connection.introspection.table_names():
            raise CommandError(_("There are no accounts here yet: start the site, and create one there."))
        user = get_user_model().objects.filter(username=name)
        if not user.update(is_staff=not no_longer):
            raise CommandError(_("There is no account named “%(name)s” here.") % {"name": name[:150]})
        may, may_not = _("%(name)s may load games on this site."), _("%(name)s may no longer load games on this site.")
        self.stdout.write((may_not if no_longer else may) % {"name": name})
