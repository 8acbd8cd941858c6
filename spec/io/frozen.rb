# A frozen stream can be closed and asked for its number, and nothing else.

require_relative "../harness"
require "socket"

spec "a frozen stream is neither read nor written" do
  reader, writer = IO.pipe
  writer << "text"
  reader.freeze
  writer.freeze
  %i[gets read getc readpartial].each do |name|
    assert_raises(FrozenError) { name == :readpartial ? reader.readpartial(3) : reader.public_send(name) }
  end
  assert_raises(FrozenError) { writer.write("a") }
  assert_raises(FrozenError) { writer.puts("a") }
  assert_raises(FrozenError) { writer << "a" }
  assert_raises(FrozenError) { reader.sync = true }
  assert reader.fileno > 2
  writer.close
  assert writer.closed?
end

spec "a frozen socket is neither read nor written" do
  one, other = UNIXSocket.pair
  one.write("text")
  other.freeze
  [-> { other.recv(3) }, -> { other.recvmsg }, -> { other.recv_nonblock(3) }, -> { other.send("a", 0) }, -> { other.gets }, -> { other.shutdown },
   -> { other.setsockopt(:SOCKET, :REUSEADDR, true) }, -> { other.local_address }].each { |action| assert_raises(FrozenError, &action) }
  other.close
end

spec "what a frozen file holds is written when it is closed" do
  path = "/tmp/frozen-#{$$}"
  file = File.open(path, "w")
  file.write("held back")
  file.freeze
  assert_raises(FrozenError) { file.flush }
  file.close
  assert_equal "held back", File.read(path)
  File.unlink(path)
end
