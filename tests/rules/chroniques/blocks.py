"""Stat blocks as text, written for these tests."""

CORSAIR = """\
Corsaire de l’anneau NC 3
Elle aborde tout ce qui passe, et compte bien en vivre.
CARACTÉRISTIQUES
FOR +2 INT +0
DEX +3* PER 14 (+2)
CON 15 CHA −1
DEF 15 DEP 12
PV 25 (RD 2) Init 14
ATTAQUES
Sabre d’abordage +5 DM 1d8+2
Pistolet rouillé +4 DM 1d6 (15 m)
Grenade +6 DM 3d6 (10 m) zone de 5 m
Étreinte mentale +3 DM d4
Morsure bizarre
CAPACITÉS
- Esquive (L). Une fois par tour, elle évite un coup.
- Pied marin : garde l’équilibre.
"""
GUARD = "Gardien NC ½\nFOR 1 DEX 2 CON 3 DEF 11 PV 9"
