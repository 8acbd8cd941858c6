# A chat over WebSocket, and what is said in it as a stream of events. Open http://localhost:9292 in two windows.
#
#   rutile serve examples/chat/config.ru
#
# Whoever is in the room is known to one process: with workers each would have a room of its own.
require_relative "chat"

run Chat.new
