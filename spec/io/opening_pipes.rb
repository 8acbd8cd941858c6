# rutile-only
# CRuby holds its lock while a named pipe opens: a reader and a writer of one process wait for each other.

require_relative "../harness"
require "tmpdir"

spec "a named pipe that one thread writes and another reads opens once, also where the writer has ended meanwhile" do
  Dir.mktmpdir do |folder|
    path = "#{folder}/pipe"
    File.mkfifo(path)
    20.times do |turn|
      writer = Thread.new { File.write(path, "through #{turn}") }
      assert_equal "through #{turn}", File.read(path)
      writer.join
    end
  end
end
