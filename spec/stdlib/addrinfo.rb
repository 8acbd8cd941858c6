# Addresses of sockets: reading, making and looking them up.

require_relative "../harness"
require "socket"

spec "addresses in words" do
  words = {
    Addrinfo.tcp("127.0.0.1", 80) => "#<Addrinfo: 127.0.0.1:80 TCP>",
    Addrinfo.udp("::1", 53) => "#<Addrinfo: [::1]:53 UDP>",
    Addrinfo.ip("127.0.0.1") => "#<Addrinfo: 127.0.0.1>",
    Addrinfo.unix("/x") => "#<Addrinfo: /x SOCK_STREAM>",
    Addrinfo.unix("x y") => "#<Addrinfo: UNIX:78:20:79 SOCK_STREAM>",
    Addrinfo.unix("") => "#<Addrinfo: empty-path-AF_UNIX-sockaddr SOCK_STREAM>",
    Addrinfo.new(["AF_INET", 80, "name", "127.0.0.1"]) => "#<Addrinfo: 127.0.0.1:80 (name)>",
    Addrinfo.new(Socket.sockaddr_in(80, "::1"), :INET, :DGRAM, 7) => "#<Addrinfo: [::1]:80 PF_INET SOCK_DGRAM UNKNOWN_PROTOCOL(7)>",
    Addrinfo.new("") => "#<Addrinfo: empty-sockaddr>",
    Addrinfo.new("\2\0\0\x50\1\2") => "#<Addrinfo: 1.2.?.?:80 (6 bytes for 16 bytes sockaddr_in)>",
    Addrinfo.getaddrinfo(nil, "http", :INET, :STREAM)[0] => "#<Addrinfo: 127.0.0.1:80 TCP (:http)>"
  }
  words.each { |address, text| assert_equal text, address.inspect }
end

spec "the parts of an address" do
  address = Addrinfo.tcp("127.0.0.1", 80)
  assert_equal [Socket::AF_INET, Socket::PF_INET, Socket::SOCK_STREAM, Socket::IPPROTO_TCP], [address.afamily, address.pfamily, address.socktype, address.protocol]
  assert_equal [["127.0.0.1", 80], ["127.0.0.1", "80"], true], [address.ip_unpack, address.getnameinfo(Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV), address.ipv4_loopback?]
  assert_raises(SocketError, "need AF_UNIX address") { address.unix_path }
  assert_raises(SocketError, "need IPv4 or IPv6 address") { Addrinfo.unix("/x").ip_port }
  assert_equal ["/x", "\0xy".b], [Addrinfo.unix("/x").unix_path, Addrinfo.unix("\0xy").unix_path]
end

spec "kinds of addresses" do
  kinds = {
    "10.1.2.3" => :ipv4_private?, "172.31.0.1" => :ipv4_private?, "192.168.1.1" => :ipv4_private?, "127.9.9.9" => :ipv4_loopback?,
    "224.0.0.1" => :ipv4_multicast?, "::" => :ipv6_unspecified?, "::1" => :ipv6_loopback?, "ff02::1" => :ipv6_mc_linklocal?,
    "ff0e::1" => :ipv6_mc_global?, "fe80::1" => :ipv6_linklocal?, "fec0::1" => :ipv6_sitelocal?, "fd00::1" => :ipv6_unique_local?,
    "::ffff:1.2.3.4" => :ipv6_v4mapped?, "::1.2.3.4" => :ipv6_v4compat?
  }
  kinds.each do |text, kind|
    assert_equal true, Addrinfo.ip(text).__send__(kind)
    assert_equal false, Addrinfo.ip(text.include?(":") ? "2001:db8::1" : "8.8.8.8").__send__(kind)
    assert_equal false, Addrinfo.unix("/x").__send__(kind)
  end
  assert_equal ["1.2.3.4", nil], [Addrinfo.tcp("::ffff:1.2.3.4", 80).ipv6_to_ipv4.ip_address, Addrinfo.ip("::1").ipv6_to_ipv4]
end

spec "addresses as bytes" do
  assert_equal [80, "127.0.0.1"], Socket.unpack_sockaddr_in(Socket.sockaddr_in(80, "127.0.0.1"))
  assert_equal [3, "::1"], Socket.unpack_sockaddr_in(Addrinfo.tcp("::1", 3))
  assert_equal [110, "/a"], [Socket.sockaddr_un("/a").bytesize, Socket.unpack_sockaddr_un(Socket.sockaddr_un("/a"))]
  assert_equal "\2\0\0\0\0\0\0\0".b + "\0".b * 8, Socket.sockaddr_in(0, "")
  assert_raises(ArgumentError, "not an AF_INET/AF_INET6 sockaddr") { Socket.unpack_sockaddr_in(Socket.sockaddr_un("/a")) }
  assert_raises(ArgumentError, "not an AF_UNIX sockaddr") { Socket.unpack_sockaddr_un(Socket.sockaddr_in(1, "")) }
  assert_raises(ArgumentError, "too long unix socket path (109 bytes given but 108 bytes max)") { Socket.sockaddr_un("x" * 109) }
end

spec "an address through Marshal" do
  [Addrinfo.tcp("127.0.0.1", 80), Addrinfo.unix("/abc"), Addrinfo.ip("::1")].each do |address|
    again = Marshal.load(Marshal.dump(address))
    assert_equal [address.inspect, address.to_sockaddr], [again.inspect, again.to_sockaddr]
  end
end

spec "services and hosts" do
  assert_equal [80, "http", 9], [Socket.getservbyname("http"), Socket.getservbyport(80), Socket.getservbyname("discard", "udp")]
  assert_raises(SocketError, "no such service nope/tcp") { Socket.getservbyname("nope") }
  assert_equal ["127.0.0.1", "80"], Socket.getnameinfo(["AF_INET", 80, "127.0.0.1"], Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV)
  assert_equal [["AF_INET", 80, "127.0.0.1", "127.0.0.1", 2, 1, 6]], Socket.getaddrinfo("127.0.0.1", 80, nil, :STREAM)
  assert_raises(SocketError, "unknown socket domain: FOO") { Socket.getaddrinfo("127.0.0.1", 80, :FOO) }
  assert Socket.ip_address_list.any?(&:ipv4_loopback?)
  loopback = Socket.getifaddrs.find { |interface| interface.addr&.ipv4_loopback? }
  assert_equal ["lo", "255.0.0.0", Socket::IFF_LOOPBACK], [loopback.name, loopback.netmask.ip_address, loopback.flags & Socket::IFF_LOOPBACK]
end

spec "control data" do
  data = Socket::AncillaryData
  assert_equal "#<Socket::AncillaryData: INET6 IPV6 PKTINFO ::1 lo>", data.ipv6_pktinfo(Addrinfo.tcp("::1", 0), 1).inspect
  assert_equal "#<Socket::AncillaryData: UNIX SOCKET CREDENTIALS pid=1 uid=2 gid=3 (ucred)>", data.new(:UNIX, :SOCKET, :CREDENTIALS, [1, 2, 3].pack("i*")).inspect
  assert_equal Time.at(1, 2, :microsecond), data.new(:INET, :SOCKET, :TIMESTAMP, [1, 2].pack("q*")).timestamp
  own, interface, aim = data.ip_pktinfo(Addrinfo.tcp("127.0.0.1", 0), 1).ip_pktinfo
  assert_equal ["127.0.0.1", 1, "127.0.0.1"], [own.ip_address, interface, aim.ip_address]
  assert_raises(TypeError, "SCM_RIGHTS ancillary data expected") { data.int(:INET, :TCP, :NODELAY, 1).unix_rights }
end
