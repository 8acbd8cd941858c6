# The application for a server; SHOP_DATABASE names a file that is not there yet. `bench/server_memory --application` asks it.
require_relative "application"
require_relative "tables"

fill
browser = Rack::MockRequest.new(Rails.application)
%w[/ /posts/7 /posts/8.json].each { |path| browser.get(path) }
ActiveRecord::Base.connection_handler.clear_all_connections!
run Rails.application
