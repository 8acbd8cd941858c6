# Documents the sources of a folder, and shows each file that RDoc makes by its size and what it holds; not the fonts and images, which are copied.
require "digest"
require "rdoc"
require "tmpdir"

Dir.mktmpdir do |work|
  pages = "#{work}/pages"
  # What is shown must not tell where the folder is.
  Dir.chdir(ARGV.fetch(0)) { RDoc::RDoc.new.document(["--quiet", "--op", pages, *Dir["**/*.rb"].sort]) }
  Dir.glob("**/*", base: pages).sort.each do |name|
    file = "#{pages}/#{name}"
    next if File.directory?(file) || name == "created.rid" || name.end_with?(".gz") || name.start_with?("fonts/", "images/")
    puts "#{name} #{File.size(file)} #{Digest::MD5.file(file).hexdigest}"
  end
end
