require_relative "../harness"

# The table of functions in docs/C-API.md says what this executable exports. CRuby has neither.

if RUBY_ENGINE == "rutile"
  require "rutile/shared_object"

  SPEC_DOCUMENT = File.expand_path("../../docs/C-API.md", __dir__)
  # | `header` | here | not here | never |
  SPEC_ROWS = File.readlines(SPEC_DOCUMENT).grep(/\A\| `[\w.\/]+\.h` \|/).map { |line| line.split("|")[2, 3].map(&:split) }

  spec "the functions that the document calls here are exported, or in the headers" do
    exported = Rutile::SharedObject.open(RbConfig.ruby) { |file| file.exported.map(&:name) }
    headers = Dir[File.expand_path("../../include/**/*.{h,hpp}", __dir__)].map { |path| File.read(path) }.join
    here, missing, never = SPEC_ROWS.transpose.map(&:flatten)
    assert here.size > 900, here.size
    assert_equal [], here.reject { |name| exported.include?(name) || headers.match?(/\b#{name}\b/) }
    assert_equal [], (missing + never) & exported
  end
end
