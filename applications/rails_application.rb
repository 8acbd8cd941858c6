# Generates a Rails application, gives it a scaffold and a database, and asks it for pages; then changes its code while it runs.
require "tmpdir"
require "fileutils"

OPTIONS = %w[--minimal --skip-bundle --skip-git --skip-bootsnap --skip-test --database=sqlite3 --quiet].freeze
ENV["RAILS_ENV"] = "development"
ENV.delete("RUBYOPT")
$stdout.sync = true

def ruby(*arguments)
  output = IO.popen([{ "NO_COLOR" => "1" }, Gem.ruby, "-W0", *arguments, err: %i[child out]], &:read)
  abort "#{arguments.inspect} failed:\n#{output}" unless $?.success?
  output
end

# What differs from run to run.
def plain(text) = text.gsub(/\d{14}/, "TIME").gsub(/-> [\d.]+s/, "-> some s").gsub(/\([\d.]+s\)/, "(some s)").gsub(/:(\w+)=>/, '\1: ')

Dir.mktmpdir do |folder|
  Dir.chdir(folder)
  ruby("-e", 'load Gem.activate_bin_path("railties", "rails", ">= 0")', "new", "shop", *OPTIONS)
  puts Dir["shop/**/*.rb"].sort
  Dir.chdir("shop")
  gems = File.readlines("Gemfile").grep(/\A(source|gem "(rails|sqlite3)")/)
  File.write("Gemfile", gems.join)
  FileUtils.rm_f("config/initializers/assets.rb")
  Dir["config/environments/*.rb"].each { |path| File.write(path, File.readlines(path).grep_v(/config\.assets/).join) }
  puts plain(ruby("bin/rails", "generate", "scaffold", "Item", "name:string", "price:integer"))
  FileUtils.mkdir_p("app/jobs")
  File.write("app/jobs/raise_prices_job.rb", "class RaisePricesJob < ActiveJob::Base\n  def perform(by) = Item.update_all([\"price = price + ?\", by])\nend\n")
  application = File.read("config/application.rb").sub(/^# require "active_job\/railtie"/, 'require "active_job/railtie"')
  File.write("config/application.rb", application)
  File.write("app/models/item.rb", "class Item < ApplicationRecord\n  validates :name, presence: true\n  def label = \"item \#{name}\"\nend\n")
  puts plain(ruby("bin/rails", "db:migrate"))
  puts ruby("-r./config/environment", File.expand_path("rails_pages.rb", __dir__))
end
