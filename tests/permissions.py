"""The expected permissions by address and role. An address without a row fails the tests.

Each row is an address by its name, each word the answer to one role, in the order of ``ROLES``:

- ``yes``    a page, or a command that was done
- ``no``     the 404 of what does not exist, from which nothing can be learnt
- ``say``    a sentence (422): the table is this seat's own, and what was asked is not for it, or not now
- ``in``     the page to log in
- ``never``  the address has no such method

``ana`` owns the character that is asked for, ``leo`` plays at the same table, ``left`` was there once, and
``stranger`` is the game master of another table, with an account. Those without a seat here try Ana's.
"""

ROLES = ("anonymous", "stranger", "left", "screen", "spectator", "leo", "ana", "gm")

NEVER = "never never never never never never never never"
NOBODY = "no no no no no no no no"
OPEN = "yes yes yes yes yes yes yes yes"
TABLE = "no no no yes yes yes yes yes"
OWNER = "no no no no no no yes yes"
PERSON = "no no no no yes yes yes yes"
MAKER = "no no no no no yes yes yes"
MASTER = "no no no no no no no yes"
ASKED = "no no no say say say say yes"

# name: (get, post)
TABLE_OF_ADDRESSES = {
    # For anybody.
    "set-language": ("yes yes yes yes yes yes yes yes", OPEN),
    "display": (NEVER, OPEN),
    "alive": (OPEN, NEVER),
    "ready": (OPEN, NEVER),
    "metrics": (NOBODY, NEVER),
    "manifest": (OPEN, NEVER),
    "worker": (OPEN, NEVER),
    "offline": (OPEN, NEVER),
    "home": (OPEN, NEVER),
    "api-screen": ("401 401 401 401 401 401 401 401", NEVER),  # a seat's session is no token
    "api-document": (OPEN, NEVER),
    "api-tokens": (MASTER, MASTER),
    "webhook": (MASTER, "no no no no no no no say"),  # there is none to be tested
    "code": (OPEN, NEVER),
    "join": (OPEN, OPEN),
    "tv": (OPEN, OPEN),
    "sign-up": (OPEN, OPEN),
    "log-in": (OPEN, OPEN),
    "log-in-key": (NEVER, OPEN),
    "passkeys": ("in yes in in in in in in", "in say in in in in in in"),  # the password is not said
    "password": ("in yes in in in in in in", "in yes in in in in in in"),
    "log-out": (NEVER, OPEN),
    "account-data": ("in yes in in in in in in", NEVER),
    "delete-account": ("in yes in in in in in in", "in say in in in in in in"),  # the password is not said
    "new-campaign": ("in yes in in in in in in", "in yes in in in in in in"),
    "games": ("in no in in in in in in", "in no in in in in in in"),  # nobody here is an administrator
    "remove-game": (NEVER, "in no in in in in in in"),
    # The table.
    "seat": (TABLE, NEVER),
    "mine": (PERSON, NEVER),
    "choose": (NEVER, TABLE),
    "keep-seat": (NEVER, "no no no no say say say say"),  # nobody at the table is logged in
    "own-data": (PERSON, NEVER),
    "leave": (PERSON, "no no no no yes say say say"),  # who plays says what becomes of whom, a game master of the table
    "undo": (NEVER, "no no no no no no yes yes"),
    "redo": (NEVER, "no no no no no no yes yes"),
    "undo-last": (NEVER, "no no no say say say yes yes"),
    "redo-last": (NEVER, "no no no say say say say say"),  # nothing was undone last
    "journal": (TABLE, NEVER),
    "correct": (MASTER, MASTER),
    "why": (OWNER, NEVER),  # the line asked for is of Ana's own sheet
    "recap": (TABLE, NEVER),
    "write-story": (NEVER, MASTER),
    "after": (MAKER, NEVER),
    "handouts": (PERSON, MASTER),
    "handout": (PERSON, MASTER),  # shown to everybody
    "show-handout": (NEVER, ASKED),
    "take-handout": (NEVER, ASKED),
    "remove-handout": (NEVER, ASKED),
    "copy-tables": (MASTER, NEVER),
    "copy": (MASTER, MASTER),  # from another table of the same browser
    "party": (MAKER, NEVER),
    "clocks": (NEVER, ASKED),
    "clock": (NEVER, ASKED),
    "calendar": (NEVER, ASKED),
    "next-session": (NEVER, ASKED),
    "answer-session": (NEVER, MAKER),
    "push": (NEVER, "no no no no no yes yes say"),  # game masters look at their board
    "random-tables": (NEVER, ASKED),
    "random-table": (NEVER, ASKED),
    "stash": (NEVER, MAKER),
    "stash-thing": (NEVER, MAKER),
    "purse": (NEVER, MAKER),
    "party-note": (NEVER, "no no no say say yes yes yes"),
    "messages": (MAKER, MAKER),
    "read-message": (NEVER, "no no no no no say yes say"),  # whispered to Ana
    "take-message": (NEVER, "no no no no no say say yes"),
    "questions": (NEVER, ASKED),
    "question": (NEVER, "no no no no no say yes say"),  # asked of Ana
    "resume": (NEVER, ASKED),
    "pause": (NEVER, "no no no no no no yes no"),  # the form names Ana's seat
    "dice": (TABLE, NEVER),
    "publish-dice": (NEVER, MASTER),
    "dice-file": (TABLE, NEVER),
    "screen": (TABLE, NEVER),
    "table": (MASTER, NEVER),
    "house": (MASTER, MASTER),
    "lookup": (TABLE, NEVER),
    "lookup-entry": (TABLE, NEVER),
    # People.
    "archive": (MASTER, NEVER),
    "people": (MASTER, NEVER),
    "invite": (NEVER, MASTER),
    "link": (MASTER, NEVER),
    "revoke": (NEVER, MASTER),
    "join-request": (NEVER, MASTER),
    "pair": (NEVER, MASTER),
    "remove-seat": (NEVER, MASTER),
    "move-seat": (NEVER, MASTER),
    "erase-seat": (MASTER, MASTER),  # somebody who has left
    # Characters.
    "characters": (MAKER, MAKER),
    "read-character": (MAKER, MAKER),
    "create": (MAKER, MAKER),  # each of those who may has begun one, and sees nobody else's
    "create-stage": (MAKER, MAKER),
    "create-points": (NEVER, MAKER),
    "create-portrait": (MAKER, MAKER),
    "create-finish": (MAKER, MAKER),
    "create-drop": (NEVER, MAKER),
    "take-character": (NEVER, "no no no no no say say yes"),
    "give-character": (NEVER, MASTER),
    "remove-character": (MASTER, "no no no no no no no say"),  # who takes part in a fight stays
    "export-character": (OWNER, NEVER),
    "picture": (TABLE, NEVER),  # what Élowen looks like, asked for by the browser of whoever sits at her table
    "portrait": (OWNER, OWNER),
    "save-template": (MASTER, MASTER),  # asked of an opponent
    "remove-portrait": (NEVER, OWNER),
    "print-sheet": (OWNER, NEVER),
    "blank-sheet": (MAKER, NEVER),
    "sheet": (OWNER, NEVER),
    "sheet-tab-state": (OWNER, NEVER),
    "sheet-tab-skills": (OWNER, NEVER),
    "sheet-tab-gear": (OWNER, NEVER),
    "sheet-tab-notes": (OWNER, NEVER),
    "sheet-tab-journal": (OWNER, NEVER),
    "sheet-parts": (OWNER, NEVER),
    "sheet-place": (OWNER, NEVER),
    "sheet-field": (OWNER, OWNER),
    "sheet-section": (OWNER, OWNER),
    "sheet-rows": (OWNER, OWNER),
    "sheet-remove": (NEVER, OWNER),
    "sheet-step": (NEVER, OWNER),
    "sheet-star": (NEVER, OWNER),
    "check": (OWNER, NEVER),
    "roll": (NEVER, OWNER),
    "downtime": (NEVER, OWNER),
    "ask": (MASTER, MASTER),
    "asked": (NEVER, "no no no say say say yes yes"),
    # Encounters: both players take part. The act is one of the game master's, the answer Ana's.
    "fights": (NEVER, ASKED),
    "prepare": (MASTER, NEVER),
    "rename-fight": (NEVER, ASKED),
    "fight-notes": (NEVER, ASKED),
    "enrol": (NEVER, ASKED),
    "add-fighters": (MASTER, NEVER),
    "import-fighters": (MASTER, MASTER),
    "dismiss": (NEVER, ASKED),
    "clone": (NEVER, ASKED),
    "time": (NEVER, ASKED),
    "lot": (NEVER, ASKED),
    "bring": (NEVER, ASKED),
    "ground": (MASTER, NEVER),
    "lay-ground": (NEVER, ASKED),
    "ground-place": (NEVER, ASKED),
    "ground-way": (NEVER, ASKED),
    "ground-picture": (NEVER, MASTER),
    "ground-pin": (NEVER, ASKED),
    "shown-picture": (TABLE, NEVER),  # what lies behind the places of a fight that everybody sees
    "put": (NEVER, ASKED),
    "measure": (NEVER, ASKED),
    "simulate": (MASTER, NEVER),
    "fighter": (NEVER, ASKED),
    "fight-status": (NEVER, ASKED),
    "fight": (MAKER, NEVER),
    "fight-selected": (MASTER, NEVER),
    "odds": (MASTER, NEVER),
    "act": (NEVER, ASKED),
    "act-form": (MASTER, NEVER),
    "act-forms": (MASTER, NEVER),
    "gauge": (MASTER, NEVER),
    "fork": (NEVER, MASTER),
    "keep-fight": (MASTER, NEVER),
    "branch": (MASTER, MASTER),
    "answer": (NEVER, "no no no say say say yes yes"),
}

# Live pages, as sockets ask for them: 'yes' is a page, anything else is closed without a byte.
TABLE_OF_PAGES = {
    "sheet": OWNER,
    "choosing": NOBODY,  # who plays somebody has no need of it
    "table": MASTER,
    "screen": TABLE,
    "people": MASTER,
    "handouts": PERSON,
    "party": MAKER,
    "messages": MAKER,
    "reading": TABLE,
    "prepare": MASTER,
    "fight": MAKER,
}
