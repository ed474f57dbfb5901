from purrlor.core.options import Option

OPTIONS: tuple[Option, ...] = ()
