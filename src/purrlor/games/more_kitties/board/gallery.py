"""Positions worth a picture: name -> (position, who looks)."""

from purrlor.core.seats import WATCHER

STATES = {
    "first-look": (
        "players=4 colours=4 do=choose turn=0 seat0=r:0:/rb.rD.yM.rg seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.? "
        "seat3=g:0:/?.?.?.?",
        0,
    ),
    "choosing": (
        "players=4 colours=4 do=choose turn=0 turns=8 table=bM3.gy3.rI0.rb1.yb2 fate=wonr "
        "seat0=r:5:yg.gI/rg.rb seat1=b:5:gM.rM.bg/? seat2=y:6:bg.bM.gM/? seat3=g:0:rI/?.?.? drew=1,1,1,2 "
        "bag=?x14 out=1rM.1rI.1bM.2bI.3rb.1yM.2yD.2yI.3ry.5by.1gI.2rg.3bg.3yg",
        0,
    ),
    "handing-over": (
        "players=4 colours=4 do=choose turn=1 turns=9 table=br0.rg0.gb1.gb2.gy3 fate=wong "
        "seat0=r:5:yg.gI/yg.rg seat1=b:5:gM.rM/?.? seat2=y:6:bM.gM/?.? seat3=g:3:rI/?.?.? drew=2,1,1,1 "
        "bag=?x9 out=1rM.1rI.1bM.2bI.4rb.1yM.2yD.2yI.3ry.5by.1gI.3rg.5bg.4yg",
        0,
    ),
    "mouse": (
        "players=4 colours=4 do=exchange turn=0 turns=8 acting=0 tosses=1 handed=123 "
        "table=Mr0!.Db0*.Iy1.gb2.by3 seat0=r:5:/ry.bg seat1=b:4:/?.?.? seat2=y:2:/?.?.? seat3=g:0:/?.?.? "
        "drew=1,1,1,2 bag=?x19 out=2rD.1bM.1bD.5rb.1yM.1yI.3ry.1by.1gD.1gI.3rg.2bg.3yg",
        0,
    ),
    "which-side": (
        "players=4 colours=4 do=lay turn=0 turns=8 acting=0 aim=1 tosses=1 handed=123 "
        "table=Mr0!.Db0*.Iy1.gb2.by3 seat0=r:5:/ry.bg seat1=b:4:/?.?.? seat2=y:2:/?.?.? seat3=g:0:/?.?.? "
        "drew=1,1,1,2 bag=?x19 out=2rD.1bM.1bD.5rb.1yM.1yI.3ry.1by.1gD.1gI.3rg.2bg.3yg",
        0,
    ),
    "dog": (
        "players=4 colours=4 do=turn-over turn=0 turns=8 acting=1 tosses=1 handed=123 "
        "table=Mr0*.Db0!.Iy1.gb2.by3 seat0=r:5:/ry.bg seat1=b:4:/?.?.? seat2=y:2:/?.?.? seat3=g:0:/?.?.? "
        "drew=1,1,1,2 bag=?x19 out=2rD.1bM.1bD.5rb.1yM.1yI.3ry.1by.1gD.1gI.3rg.2bg.3yg",
        0,
    ),
    "waiting": (
        "players=4 colours=4 do=turn-over turn=2 turns=10 acting=1 tosses=1 handed=013 "
        "table=yM2.Dy2!.br3.gr0.br1 seat0=r:2:by/gD.bD seat1=b:2:ry/?.? seat2=y:0:rD/? seat3=g:9:gM/?.? "
        "drew=1,2,1,1 bag=?x14 out=2rM.1rD.1rI.1bM.1bI.1rb.1yD.2yI.2ry.3by.1gM.1gD.2gI.3rg.5bg.3yg",
        0,
    ),
    "watching": (
        "players=4 colours=4 do=again turn=1 turns=9 tosses=1 handed=023 table=Db1*.Mg1.rg2.Ir3.yg0 "
        "seat0=r:5:gI/?.? seat1=b:5:rM/? seat2=y:6:bM.gM/? seat3=g:3:/?.?.? drew=2,1,1,1 bag=?x9 "
        "out=1rM.1rI.1bM.2bI.4rb.1yM.2yD.2yI.3ry.5by.1gI.3rg.5bg.4yg",
        WATCHER,
    ),
}
