# Reading into a string of the caller's: nobody changes it while the reader waits.

require_relative "../harness"

LOCKED = "can't modify string; temporarily locked"

def waiting(stream, buffer, &read)
  reader = Thread.new { read.call(stream, buffer) }
  Thread.pass until reader.stop?
  assert_equal LOCKED, assert_raises(RuntimeError) { buffer << "more" }.message
  reader
end

%i[read readpartial sysread].each do |name|
  spec "#{name} locks what it fills while it waits" do
    reading, writing = IO.pipe
    buffer = +"before"
    reader = waiting(reading, buffer) { |stream, text| stream.__send__(name, 3, text) }
    assert_equal "before", buffer
    writing << "abcdef"
    assert_equal "abc", reader.value
    assert_equal true, reader.value.equal?(buffer)
    assert_equal "abc!", buffer << "!"
    [reading, writing].each(&:close)
  end

  spec "#{name} leaves the string as it was when its thread is killed" do
    reading, writing = IO.pipe
    buffer = +"kept"
    reader = waiting(reading, buffer) { |stream, text| stream.__send__(name, 3, text) }
    reader.kill.join
    assert_equal "kept!", buffer << "!"
    [reading, writing].each(&:close)
  end

  spec "#{name} empties the string at the end, and keeps its encoding" do
    reading, writing = IO.pipe
    writing << "ab"
    writing.close
    buffer = "x".dup.force_encoding("EUC-JP")
    reading.__send__(name, 2, buffer)
    assert_equal ["ab", Encoding::EUC_JP], [buffer, buffer.encoding]
    name == :read ? assert_equal(nil, reading.read(2, buffer)) : assert_raises(EOFError) { reading.__send__(name, 2, buffer) }
    assert_equal "", buffer
    reading.close
  end
end
