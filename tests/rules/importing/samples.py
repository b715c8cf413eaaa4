"""A file in the form of each reader, written for these tests."""

from rules.importing.reading import Source
from tests.rules.chroniques.blocks import CORSAIR
from tests.rules.chroniques.importing import samples as chroniques
from tests.rules.mythras.importing.samples import actor, enemy, newer_actor
from tests.rules.polaris.importing import samples as polaris

SOURCES = {
    "encounter-generator": Source("", [enemy(), enemy("Reed Stalker 2", natural_armor=True)]),
    "foundry": Source("", [actor(), newer_actor()]),
    "foundry-co2": Source("", [chroniques.actor(), chroniques.opponent()]),
    "foundry-polaris": Source("", [polaris.actor(), polaris.english_actor()]),
    "roll20": Source("", polaris.character()),
    "roll20-galactiques": Source("", [chroniques.character(), chroniques.foe()]),
    "stat-block": Source(CORSAIR),
}
