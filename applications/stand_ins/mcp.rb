# A server for assistants, whose tests are left out.
module MCP
  VERSION = "0.6.0"
  class Tool; end
  class Server; end
end
