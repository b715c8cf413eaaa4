"""Maximum lengths and unique fields are the same in models and migrations."""

import pytest
from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.utils import translation


@pytest.fixture(scope="module")
def changes():
    """The changes a migration would have to make, by app."""
    with translation.override(None):  # labels in the words of the code, as migrations hold them
        loader = MigrationLoader(None)
        detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))
        return {
            app: [str(each) for one in found for each in one.operations]
            for app, found in detector.changes(loader.graph).items()
        }


@pytest.mark.parametrize("app", ["campaigns", "encounters", "sheets"])
def test_the_migrations_say_all_that_the_models_say(changes, app):
    assert changes.get(app, []) == []
