# Asks a Rails application with a database (applications/rails_shop) for its pages.
require "tmpdir"

folder = Dir.mktmpdir
at_exit { FileUtils.rm_rf(folder) }
ENV["SHOP_DATABASE"] = "#{folder}/shop.sqlite3"
require "#{ROOT}/applications/rails_shop/application"
require "#{ROOT}/applications/rails_shop/tables"
require "rack/mock"

fill
browser = Rack::MockRequest.new(Rails.application)
job { %w[/ /posts/7 /posts/8.json].sum { |path| browser.get(path).status } }
