# Sockets: the half of the library that is not pure Ruby.
#
# An address travels as a String with the bytes of a `sockaddr`; Rutile::SocketAddress reads and
# makes them. The natives under all this never wait: rutile/socket/waiting is where a program does.

require "rutile/socket/constants"
require "rutile/socket/names"
require "rutile/socket/address"
require "rutile/socket/resolver"
require "rutile/socket/waiting"
require "rutile/socket/basic_socket"
require "rutile/socket/transfer"
require "rutile/socket/messages"
require "rutile/socket/option"
require "rutile/socket/option_text"
require "rutile/socket/ancillary_data"
require "rutile/socket/addrinfo"
require "rutile/socket/addrinfo_families"
require "rutile/socket/socket"
require "rutile/socket/lookup"
require "rutile/socket/interfaces"
require "rutile/socket/ip_socket"
require "rutile/socket/family_lookups"
require "rutile/socket/connection_race"
require "rutile/socket/tcp_socket"
require "rutile/socket/udp_socket"
require "rutile/socket/unix_socket"
