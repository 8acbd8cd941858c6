# nio4r's C half: what the gem has in Ruby for engines without it, over `IO.select`, which is the reactor's.

require "nio/monitor"
require "nio/selector"
require "nio/bytebuffer"
