"""Live pages: regions are drawn once for all viewers who share them, and sent as differences (``README.md``).

A shelf of apples that everybody sees, and a worm for game masters alone. The site says what was written, and how it
speaks; tables and seats may be any objects with these fields:

>>> from contextlib import nullcontext
>>> from types import SimpleNamespace as Row
>>> from campaigns.live.regions import Audience, PageKind, Region, find_page, register
>>> from campaigns.live.site import Site, connect
>>> from campaigns.live.sockets import Parcel
>>> shelf = Row(pk=1, token="shelf", seq=1, apples=["red", "green"], worm="in the green one")
>>> keeper = Row(pk=1, token="k", circle="gm", language="en", campaign=shelf, moved=0)
>>> guest = Row(pk=2, token="g", circle="seat:g", language="en", campaign=shelf, moved=0)
>>> connect(Site(
...     changes=lambda table: Row(seq=table.seq, stamp=lambda topics: table.seq),
...     in_language=lambda language: nullcontext(), folder=lambda table: "",
...     seats=lambda table, numbers: (shelf.seq, {1: keeper, 2: guest}),
...     seat_of=lambda scope, token: guest, lost_holders=lambda holders: frozenset(), sweep=lambda: None,
... ))

A region gives the values of its template and names its audience; a page is a list of regions:

>>> APPLES = Region("apples", lambda view: {"rows": view.campaign.apples}, audience=Audience.TABLE)
>>> WORM = Region("worm", lambda view: {"where": view.campaign.worm}, audience=Audience.GM)
>>> register([APPLES, WORM], [
...     PageKind("shelf", lambda seat, view: [APPLES.shared(), WORM.own()], address=lambda seat, key: "/shelf/"),
... ])
>>> def texts(seat):
...     page = find_page(seat, "shelf")
...     return {placed.id: page.draw(placed) for placed in page.regions}
>>> texts(keeper)
{'apples': '<ul id="apples"><li>red</li><li>green</li></ul>', 'worm': '<p id="worm">in the green one</p>'}
>>> texts(guest)["worm"]
'<div id="worm" hidden></div>'

What was drawn is kept until something is written, and of a text that a page knows only what is new is sent:

>>> before = texts(guest)
>>> shelf.apples = ["yellow", "green"]
>>> texts(guest) == before
True
>>> shelf.seq = 2
>>> Parcel({"apples": texts(guest)["apples"]}, before).frame
'{"regions":{},"parts":{"apples":[2,">yellow",4]}}'
"""
