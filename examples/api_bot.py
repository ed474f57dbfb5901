"""A player in thirty lines: python examples/api_bot.py [http://localhost:8000] [game]"""

import json
import random
import sys
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

server = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"
game = sys.argv[2] if len(sys.argv) > 2 else "rat-a-tat-cat"


def ask(path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    return urlopen(Request(f"{server}/api{path}", json.dumps(body).encode() if body else None, headers))


seat = json.load(ask("/tables", {"game": game, "name": "Robot", "cats": ["kitten"], "begin": True}))
at, token = f"/tables/{seat['table']}", seat["token"]
print("Watch me:", seat["watch"])
for line in ask(f"{at}/events", token=token):
    if line.startswith(b"data: "):
        view = json.loads(line[6:])
        if view["actions"]:
            choice = random.choice(view["actions"])
            print(choice["words"])
            with suppress(HTTPError):  # the table went on meanwhile: the next view says how
                ask(f"{at}/act", {"action": choice["action"], "seen": view["seen"]}, token)
print(*view["story"], view["scores"], sep="\n")
