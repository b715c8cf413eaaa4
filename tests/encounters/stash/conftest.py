from tests.encounters.party.conftest import desk as desk
