# The smallest application of Sinatra, for bench/server.
require "sinatra/base"

class Hello < Sinatra::Base
  get("/") { "hello, world\n" }
end

run Hello
