"""Requests nobody thought of, made from the API's own description: none breaks it, all are answered as it says."""

from collections.abc import Iterator
from typing import Any

import pytest

from purrlor.web.api.openapi import document
from tests.fixtures.visitors import GAME, House, open_house

schemathesis: Any = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
hypothesis: Any = pytest.importorskip("hypothesis")

ASKED = [
    (path, method, mode)
    for path, methods in document("http://testserver")["paths"].items()
    for method, told in methods.items()
    for mode in ("positive", "negative")
    if not path.endswith("/events")  # a stream does not end; test_api.py follows one
    if mode == "positive" or "requestBody" in told  # without a body there is nothing to get wrong
]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Any, dict[str, Any]]]:
    with open_house(tmp_path_factory.mktemp("api"), rate=0.0) as house:
        schema = schemathesis.openapi.from_dict(house.host.get("/api/openapi.json").json())
        wish = {"game": GAME, "name": "Robot", "cats": ["kitten"]}
        yield house, schema, house.host.post("/api/tables", json=wish).json()


@pytest.mark.parametrize(("path", "method", "mode"), ASKED)
def test_the_api_keeps_its_word(path: str, method: str, mode: str, world: tuple[House, Any, dict[str, Any]]) -> None:
    from schemathesis.specs.openapi import checks

    house, schema, seat = world
    conformance = [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    operation = schema[path][method.upper()]
    assert mode == "positive" or operation.body
    fixed = {"path_parameters": {"id": seat["table"]}} if mode == "negative" and "{id}" in path else {}

    @hypothesis.settings(  # type: ignore[untyped-decorator]
        max_examples=15, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.seed(5)  # type: ignore[untyped-decorator]
    @hypothesis.given(  # type: ignore[untyped-decorator]
        case=operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode), **fixed),
        known=hypothesis.strategies.booleans(),
    )
    def ask(case: Any, known: bool) -> None:
        if known and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = seat["table"]
        ticket = {"authorization": f"Bearer {seat['token']}"} if known and method != "delete" else {}
        request = case.as_transport_kwargs(base_url="http://testserver", headers=ticket)
        request.pop("cookies", None)
        if isinstance(request.get("data"), bytes | str):
            request["content"] = request.pop("data")
        answer = house.host.request(**request)
        assert answer.status_code < 500, answer.text
        if case.meta is None or case.meta.generation.mode.value == "positive" or answer.status_code != 405:
            case.validate_response(answer, checks=conformance)

    ask()
