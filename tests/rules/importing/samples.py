"""A file in the form of each reader, written for these tests."""

from rules.importing.reading import Source
from tests.rules.chroniques.blocks import CORSAIR
from tests.rules.mythras.importing.samples import actor, enemy, newer_actor
from tests.rules.polaris.importing import samples as polaris

SOURCES = {
    "encounter-generator": Source("", [enemy(), enemy("Reed Stalker 2", natural_armor=True)]),
    "foundry": Source("", [actor(), newer_actor()]),
    "foundry-polaris": Source("", [polaris.actor(), polaris.english_actor()]),
    "roll20": Source("", polaris.character()),
    "stat-block": Source(CORSAIR),
}
