"""Parts that several pages share: the bubble, options as controls, the podium, who is at the table.

May import tables, web and web/rendering.
"""
