require_relative "../harness"
require_relative "../outside"

# What `$LOADED_FEATURES` says is loaded isn't loaded again, whoever put it there.

def spec_feature(folder, name)
  File.write("#{folder}/#{name}.rb", "$spec_loaded = $spec_loaded.to_a + [#{name.inspect}]")
end

def spec_on_path(folder)
  $LOAD_PATH.unshift(folder)
  $spec_loaded = []
  before = $LOADED_FEATURES.dup
  yield
ensure
  $LOADED_FEATURES.replace(before)
  $LOAD_PATH.delete(folder)
end

spec "a feature that a program names there is taken as loaded" do
  scratch_folder do |folder|
    spec_feature(folder, "named")
    spec_on_path(folder) do
      $LOADED_FEATURES << "named.rb"
      assert_equal [false, []], [require("named"), $spec_loaded]
      $LOADED_FEATURES << "nowhere_at_all.rb"
      assert_equal false, require("nowhere_at_all")
      assert_equal true, require("#{folder}/named")
    end
  end
end

spec "a feature of the load path stays loaded when another folder comes before" do
  scratch_folder do |folder|
    spec_feature(folder, "moved")
    spec_on_path(folder) do
      assert_equal true, require("moved")
      scratch_folder do |other|
        spec_feature(other, "moved")
        spec_on_path(other) do
          assert_equal false, require("moved")
          assert_equal true, require("#{other}/moved")
        end
      end
    end
  end
end

spec "a feature that was taken out is loaded again" do
  scratch_folder do |folder|
    spec_feature(folder, "again")
    spec_on_path(folder) do
      assert_equal [true, false], [require("again"), require("#{folder}/again.rb")]
      $LOADED_FEATURES.delete("#{folder}/again.rb")
      assert_equal [true, ["again", "again"]], [require("again"), $spec_loaded]
    end
  end
end

spec "what the library is made of inside is not among the features" do
  require "stringio"
  require "zlib"
  # Of a library that is laid out as it is installed all is below `lib/rutile/lib`.
  assert_equal [], $LOADED_FEATURES.map { |path| path.sub("/lib/rutile/lib/", "/lib/") }.grep(%r{/lib/rutile/})
end
