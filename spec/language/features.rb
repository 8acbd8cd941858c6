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

spec "a file that links lead to is loaded once, by whichever name" do
  scratch_folder do |folder|
    Dir.mkdir("#{folder}/first")
    spec_feature("#{folder}/first", "inner")
    spec_feature("#{folder}/first", "outer")
    File.write("#{folder}/first/outer.rb", "\nrequire '#{folder}/link/inner'\nrequire '#{folder}/first/inner'\nrequire '#{folder}/first/other'\n", mode: "a")
    File.symlink("#{folder}/first", "#{folder}/link")
    File.symlink("#{folder}/first/inner.rb", "#{folder}/first/other.rb")
    spec_on_path(folder) do
      require("link/outer")
      assert_equal %w[outer inner], $spec_loaded
    end
  end
end

spec "a link to a folder that leads elsewhere once all is loaded is followed anew" do
  scratch_folder do |folder|
    %w[old new].each do |release|
      Dir.mkdir("#{folder}/#{release}")
      File.write("#{folder}/#{release}/version.rb", "$spec_loaded << #{release.inspect}")
    end
    spec_on_path(folder) do
      File.symlink("#{folder}/old", "#{folder}/current")
      require("#{folder}/current/version")
      File.unlink("#{folder}/current")
      File.symlink("#{folder}/new", "#{folder}/current")
      $LOADED_FEATURES.reject! { |feature| feature.end_with?("current/version.rb") }
      require("#{folder}/current/version")
      assert_equal %w[old new], $spec_loaded
    end
  end
end

spec "a constant whose file is on its way is not looked for by that file" do
  scratch_folder do |folder|
    Dir.mkdir("#{folder}/spec_parts")
    File.write("#{folder}/spec_parts.rb", <<~RUBY)
      module SpecParts
        autoload :Wheel, "spec_parts/wheel"
      end
      require "spec_parts/wheel"
    RUBY
    File.write("#{folder}/spec_parts/wheel.rb", <<~RUBY)
      $spec_loaded << defined?(SpecParts::Wheel) << SpecParts.autoload?(:Wheel)
      class SpecParts::Wheel
      end
      $spec_loaded << SpecParts::Wheel.name
    RUBY
    spec_on_path(folder) do
      require("spec_parts")
      assert_equal [nil, nil, "SpecParts::Wheel"], $spec_loaded
    end
  end
end
