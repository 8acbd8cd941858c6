require_relative "../harness"
require_relative "../outside"

# A file that the system holds but in part: the rest has to come from the device.

SIZE = 262_144

# Drops what the system holds of a file, but for its first page.
def cool(file)
  file.fsync
  file.advise(:dontneed)
  file.advise(:random)
  file.pread(4096, 0)
end

spec "one read gives all that is asked for, though others run while the device fetches it" do
  scratch_folder do |folder|
    ticking = Thread.new { loop { sleep 0.001 } }
    File.open("#{folder}/cold", "w+b") do |file|
      file.write("x" * (SIZE - 1), "y")
      3.times do
        cool(file)
        assert_equal [SIZE, "y"], file.pread(SIZE, 0).then { |text| [text.bytesize, text[-1]] }
        cool(file)
        file.sysseek(0)
        assert_equal SIZE, file.sysread(SIZE + 1).bytesize
        assert_raises(EOFError) { file.sysread(1) }
        %i[readpartial read_nonblock read].each do |name|
          cool(file)
          File.open("#{folder}/cold", "rb") { |other| assert_equal [name, SIZE], [name, other.public_send(name, SIZE).bytesize] }
        end
      end
      assert_equal "xy", file.pread(10, SIZE - 2)
      assert_raises(EOFError) { file.pread(1, SIZE) }
    end
    ticking.kill.join
  end
end
