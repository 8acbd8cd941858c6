# The crates that the executable is made of, as cargo resolves them for this machine. What they are licensed as is told
# by deny.toml where they do not tell it themselves; it is the file that cargo-deny reads.

require "json"
require "open3"

# What cargo prints and licences say, whatever the caller's locale is.
Encoding.default_external = Encoding::UTF_8

LICENCE_FILES = /\A(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)/i

# A crate, and the files of its folder that say how it may be used.
Crate = Struct.new(:id, :name, :version, :licence, :folder, :checksum, :needs) do
  def purl = "pkg:cargo/#{name}@#{version}"

  # What is compiled from C stands in folders of its own within the crate.
  def licence_files
    Dir.glob("{*,*/*,*/*/*}", base: folder).select { |path| File.basename(path).match?(LICENCE_FILES) }
       .map { |path| File.join(folder, path) }.select { |path| File.file?(path) && !path.end_with?(".rs") }.sort
  end
end

class Dependencies
  include Enumerable

  ROOT = "rutile"

  # All of the workspace's, or only what is compiled into the executable.
  def initialize(shipped:)
    @metadata = JSON.parse(run("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host))
    @nodes = @metadata["resolve"]["nodes"].to_h { |node| [node["id"], node] }
    @ours = @metadata["workspace_members"]
    ids = shipped ? reachable(root_id) : @nodes.keys
    @crates = @metadata["packages"].select { |package| ids.include?(package["id"]) && !@ours.include?(package["id"]) }
                                   .map { |package| crate(package) }.sort_by { |crate| [crate.name, crate.version] }
  end

  def each(&) = @crates.each(&)

  # The crates that those of the workspace need themselves.
  def direct = map(&:id) & @ours.flat_map { |id| needs(id) }

  def self.allowed_licences = settings[/^allow = \[(.*?)\]/m, 1].scan(/"([^"]+)"/).flatten

  def self.settings = File.read(File.join(__dir__, "../deny.toml"))

  private

  def run(*command)
    output, status = Open3.capture2(*command)
    status.success? or abort "#{command.join(" ")} failed"
    output
  end

  def host = run("rustc", "-vV")[/^host: (.*)/, 1]

  def root_id = @metadata["packages"].find { |package| package["name"] == ROOT && @ours.include?(package["id"]) }["id"]

  def reachable(id, found = {})
    found.key?(id) and return found
    found[id] = true
    needs(id).each { |other| reachable(other, found) }
    found
  end

  # Neither what only builds nor what only tests.
  def needs(id)
    @nodes[id]["deps"].select { |dependency| dependency["dep_kinds"].any? { |kind| kind["kind"].nil? } }
                      .map { |dependency| dependency["pkg"] }
  end

  def crate(package)
    name, version = package.values_at("name", "version")
    licence = package["license"]&.gsub("/", " OR ") || clarified[name]
    Crate.new(package["id"], name, version, licence, File.dirname(package["manifest_path"]), checksums[[name, version]], needs(package["id"]))
  end

  def checksums
    @checksums ||= File.read(File.join(@metadata["workspace_root"], "Cargo.lock"))
                       .scan(/^name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"/)
                       .to_h { |name, version, sum| [[name, version], sum] }
  end

  def clarified
    @clarified ||= self.class.settings.scan(/^\[\[licenses\.clarify\]\]\ncrate = "(.*)"\nexpression = "(.*)"/).to_h
  end
end
