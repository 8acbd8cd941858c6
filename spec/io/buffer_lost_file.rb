# rutile-only
# A mapped file that becomes shorter: what is not there any more is an error, where the reference dies of SIGBUS.

require_relative "../harness"
require "tempfile"

Warning[:experimental] = false

spec "a mapping ends where its file does" do
  Tempfile.create("mapped") do |file|
    file.write("x" * 10_000)
    file.flush
    buffer = IO::Buffer.map(file)
    file.truncate(100)
    message = "Buffer reaches beyond the end of its file!"
    assert_raises(IO::Buffer::AccessError, message) { buffer.get_value(:U8, 9000) }
    assert_raises(IO::Buffer::AccessError, message) { buffer.get_string }
    assert_raises(IO::Buffer::AccessError, message) { buffer.clear }
    assert_raises(IO::Buffer::AccessError, message) { buffer.set_value(:U64, 9000, 1) }
    ends = IO.pipe # both are held: who writes to a pipe whose other end was collected gets EPIPE
    assert_equal(-Errno::EFAULT::Errno, buffer.slice(8192).write(ends[1]))
    ends.each(&:close)
    assert_equal 0, buffer.get_value(:U8, 50)
    assert buffer.inspect.include?("EXTERNAL MAPPED FILE SHARED")
  end
end
