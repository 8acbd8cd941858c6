# Builds google-protobuf from the source of Protocol Buffers, whose `protoc` has to be there in that version, and runs its suite:
#   ruby google_protobuf.rb SOURCE
# What is done first is what the gem's Rakefile does before a build: it writes the Ruby of all descriptions, and brings a library of C along.
require "fileutils"
require "rbconfig"
require "tmpdir"

source = ARGV.fetch(0)
Dir.mktmpdir("protobuf") do |work|
  copy = "#{work}/google-protobuf"
  FileUtils.cp_r("#{source}/ruby", copy)
  FileUtils.mkdir_p("#{copy}/ext/google/protobuf_c/third_party")
  FileUtils.cp_r("#{source}/third_party/utf8_range", "#{copy}/ext/google/protobuf_c/third_party/utf8_range")
  descriptions = Dir.chdir("#{source}/src") { Dir["google/protobuf/*.proto"].grep_v(/unittest|test_/) }
  own = Dir.chdir(copy) { Dir["tests/*.proto"] }
  [["lib", ["#{source}/src"], descriptions], [".", ["#{source}/src", ".", "tests"], own]].each do |target, folders, files|
    # One by one: some are asked for by two names.
    files.each { |file| system("protoc", *folders.map { |folder| "-I#{folder}" }, "--ruby_out=#{target}", file, chdir: copy) || abort("protoc failed") }
  end
  # Its extension asks for itself by "google/protobuf_c".
  system(RbConfig.ruby, "#{__dir__}/gem.rb", "ext/google/protobuf_c", "test-unit", copy, "lib,lib/google,.,tests", *%w[basic basic_proto2].map { |name| "tests/#{name}.rb" }, "tests/*_test.rb", "tests/repeated_field_test.rb")
end
exit $?.exitstatus || 1
