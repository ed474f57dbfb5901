"""A label inside a sentence has the inner kind of quotation marks."""

from purrlor.web.rendering.quotations import inside_quotes


def test_a_quoted_label_quotes_inside() -> None:
    assert inside_quotes("Заменить первую карту («Возьми две») на 9") == "Заменить первую карту („Возьми две“) на 9"
    assert inside_quotes("Take “Swap”") == "Take ‘Swap’"
    assert inside_quotes("Call: rat-a-tat cat!") == "Call: rat-a-tat cat!"
