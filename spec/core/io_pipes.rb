# IO: pipes and waiting for streams to be ready.

require_relative "../harness"

spec "pipes" do
  reader, writer = IO.pipe
  assert_equal [false, true], [reader.sync, writer.sync]
  writer.write("hello\nwor")
  assert_equal "hello\n", reader.gets
  assert_equal "wor", reader.readpartial(10)
  assert_raises(IO::EAGAINWaitReadable, "Resource temporarily unavailable - read would block") { reader.read_nonblock(1) }
  assert_equal :wait_readable, reader.read_nonblock(1, exception: false)
  assert_raises(Errno::ESPIPE, "Illegal seek") { reader.seek(0) }
  assert_equal 2, writer.write_nonblock("xy")
  writer.close
  assert_equal "xy", reader.read
  assert_equal nil, reader.read_nonblock(1, exception: false)
  assert_raises(EOFError, "end of file reached") { reader.read_nonblock(1) }
  reader.close
  assert_equal 5, IO.pipe { |from, to| to << "a"; to.close; from.read.size + 4 }
end

spec "a pipe without a reader is broken" do
  reader, writer = IO.pipe
  reader.close
  assert_raises(Errno::EPIPE, "Broken pipe") { writer.write("x") }
  writer.close
end

spec "a full pipe takes no more without waiting" do
  reader, writer = IO.pipe
  chunk = "x" * 65_536
  begin
    nil while writer.write_nonblock(chunk)
    assert false
  rescue IO::WaitWritable => error
    assert_equal "Resource temporarily unavailable - write would block", error.message
  end
  assert_equal :wait_writable, writer.write_nonblock("x", exception: false)
  reader.close
  writer.close
end

spec "select says who is ready" do
  reader, writer = IO.pipe
  assert_equal nil, IO.select([reader], nil, nil, 0)
  assert_equal [[], [writer], []], IO.select([reader], [writer], nil, 0)
  writer << "ab"
  assert_equal [[reader], [], []], IO.select([reader])
  reader.getc
  assert_equal [[reader], [], []], IO.select([reader], nil, nil, 0)
  assert_equal true, reader.wait_readable(0)
  assert_equal "b", reader.getc
  assert_equal nil, reader.wait_readable(0)
  writer << "c"
  assert_equal reader, reader.wait(0)
  assert_equal writer, writer.wait_writable(0)
  assert_raises(ArgumentError, "time interval must not be negative") { IO.select(nil, nil, nil, -1) }
  assert_raises(TypeError, "wrong argument type Integer (expected Array)") { IO.select(1) }
  assert_raises(TypeError, "no implicit conversion of Integer into IO") { IO.select([1]) }
  reader.close
  assert_raises(IOError, "closed stream") { IO.select([reader]) }
  writer.close
end

spec "what the block of a forked popen raises is told to nobody" do
  heard = IO.popen("-") do |io|
    unless io
      $stderr.reopen($stdout)
      raise "unheard"
    end
    io.read
  end
  assert_equal ["", 0], [heard, $?.exitstatus]
end

spec "options for limits are written in small letters and have one or two numbers" do
  assert_raises(ArgumentError, "wrong exec option symbol: rlimit_NOFILE") { system("true", rlimit_NOFILE: 0) }
  assert_raises(ArgumentError) { system("true", "rlimit_cpu\0": 3600) }
  assert_raises(ArgumentError, "wrong exec rlimit option") { system("true", rlimit_nofile: []) }
end

spec "a program is run as the user and the group that are asked for" do
  assert_equal true, system("true", uid: Process.uid, gid: Process.gid)
  next unless Process.uid == 0
  assert_equal "30000\n30001\n", IO.popen(["sh", "-c", "id -u; id -g", uid: 30000, gid: 30001], &:read)
  assert_raises(ArgumentError, "can't find user for no-such-user") { system("true", uid: "no-such-user") }
end

spec "IO.popen takes no notice of an option that is none of a process or a stream" do
  assert_equal "a\n", IO.popen(["echo", "a"], "r+", pgroup: true, new_pgroup: true, of_no_use: 1, &:read)
  assert_equal "a\n", IO.popen(["echo", "a"], "name" => 1, 1.5 => 2, rlimit_of_no_use: 3, &:read)
  error = assert_raises(ArgumentError) { IO.popen(["echo", { of_no_use: 1 }]) }
  assert_equal "wrong exec option symbol: of_no_use", error.message
end

spec "what the start of a program refuses is told of by the method that was to start it" do
  place = ->(&start) { assert_raises(ArgumentError, &start).backtrace_locations[0].label }
  assert_equal "Kernel#spawn", place.call { spawn("true", of_no_use: true) }
  assert_equal "Kernel#system", place.call { system("true", rlimit_of_no_use: 1) }
  assert_equal "IO.popen", place.call { IO.popen(["true"], "r", mode: "w") }
  assert_equal "IO.popen", place.call { IO.popen(["true"], unsetenv_others: 5) }
end

spec "system tells of the copy that could not become the program, and forgets what ended before" do
  assert_equal nil, system("no-such-program-anywhere")
  assert $?.pid > 0
  assert_equal [127, "#<Process::Status: pid #{$?.pid} exit 127>"], [$?.exitstatus, $?.inspect]
  assert_raises(Errno::ENOENT) { system("true", out: "/no/such/folder/file") }
  assert_equal nil, $?
  system("exit 3")
  assert_raises(ArgumentError) { system("true", of_no_use: 1) }
  assert_equal 3, $?.exitstatus
end

def spec_with_text(bytes)
  require "tempfile"
  Tempfile.create("converted") do |file|
    File.binwrite(file.path, bytes)
    yield file.path
  end
end

spec "lines of a stream that is converted end at separators in the encoding that the program sees" do
  spec_with_text("before \u00FF after") do |path|
    assert_equal "before \xFF".dup.force_encoding("ISO-8859-1"), File.open(path, "r:utf-8:iso-8859-1") { |file| file.gets("\xFF".dup.force_encoding("ISO-8859-1")) }
  end
  spec_with_text("before \xA1\xA2\xA2\xA3 after") do |path|
    assert_equal "before \xA1\xA2\xA2\xA3 after".dup.force_encoding("EUC-JP").encode("UTF-8"), File.open(path, "r:euc-jp:utf-8") { |file| file.gets("\u25a1") }
  end
  spec_with_text("before \xA2\xA2 after") do |path|
    assert_equal "before \u25a1 after", File.open(path, "r:euc-jp:utf-8") { |file| file.gets("\u{1F600}") }
    assert_raises(ArgumentError, "encoding mismatch: EUC-JP IO with UTF-8 RS") { File.open(path, "r:euc-jp") { |file| file.gets("\u25a1") } }
    assert_equal "before \xA2\xA2".b, File.open(path, "rb") { |file| file.gets("\xA2\xA2".b) }
  end
end

spec "what follows a piece that can't be converted is read next" do
  spec_with_text("a\x80b\nc\u3042d") do |path|
    File.open(path, "r:utf-8:euc-jp") do |file|
      assert_raises(Encoding::InvalidByteSequenceError) { file.gets }
      assert_equal ["b\n", "c\u3042d".encode("EUC-JP"), nil], [file.gets, file.gets, file.gets]
    end
    File.open(path, "r:utf-8:euc-jp") do |file|
      assert_raises(Encoding::InvalidByteSequenceError) { file.read }
      assert_equal ["b\nc\u3042d".encode("EUC-JP"), ""], [file.read, file.read]
    end
  end
  spec_with_text("a\uFFFDb") do |path|
    File.open(path, "r:utf-8:euc-jp") do |file|
      assert_raises(Encoding::UndefinedConversionError) { file.read }
      assert_equal "b", file.read
    end
    copied = File.open(path, "r:utf-8:euc-jp", undef: :replace) { |file| file.dup.then { |copy| [copy.read, copy.close][0] } }
    assert_equal "a?b", copied
  end
end

spec "select without time to wait tells of what is ready, and of nothing" do
  reader, writer = IO.pipe
  assert_equal [nil, nil], [IO.select([reader], nil, nil, 0), IO.select([reader], nil, nil, 0.0)]
  assert_equal [[], [writer], []], IO.select([reader], [writer], nil, 0)
  writer << "x"
  writer.flush
  assert_equal [[reader], [], []], IO.select([reader], nil, nil, 0)
  thread = Thread.new { writer << "y"; writer.flush; :done }
  assert_equal :done, thread.value
  reader.close
  assert_raises(IOError, "closed stream") { IO.select([reader], nil, nil, 0) }
  writer.close
end

spec "puts of a stream that writes at once asks its own write as it takes texts" do
  reader, writer = IO.pipe
  writer.sync = true
  writer.puts("a", 1, ["b\n", nil], "")
  def writer.write(text) = super("<#{text}>")
  writer.puts("c")
  writer.close
  assert_equal "a\n1\nb\n\n\n<c><\n>", reader.read
  reader.close
end

spec "a stream that writes at once writes what it is given in one go, and tells how much" do
  reader, writer = IO.pipe
  writer.sync = true
  assert_equal [4, 0, 0, 3], [writer.write("ab", 1, nil, :c), writer.write, writer.write(""), writer.write("é", 2)]
  writer.puts
  writer.puts([1, [2]], nil, "x\n", 1.5)
  writer.print("a", "b")
  writer << "c" << 1
  ascii = Object.new
  def ascii.to_s = "own"
  writer.puts(ascii)
  writer.close
  assert_equal "ab1cé2\n1\n2\n\nx\n1.5\nabc1own\n".b, reader.read.b
  assert_raises(IOError, "closed stream") { writer.puts("x") }
  assert_raises(IOError, "not opened for writing") { reader.write("x") }
  reader.close
end
