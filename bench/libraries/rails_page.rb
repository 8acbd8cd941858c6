# Asks a Rails application without a database for a page: a layout, and a partial for each of twenty entries.
require "rails"
require "action_controller/railtie"
require "action_view/railtie"
require "rack/mock"

class Paper < Rails::Application
  config.root = "#{__dir__}/rails_page"
  config.load_defaults Rails::VERSION::STRING.to_f
  config.eager_load = true
  config.consider_all_requests_local = false
  config.secret_key_base = "0" * 64
  config.logger = Logger.new(nil)
  config.hosts.clear
  config.paths["app/views"] = "views"
  routes.append { root to: "entries#index" }
end

class EntriesController < ActionController::Base
  Entry = Struct.new(:number, :title, :text)
  layout "paper"

  def index = @entries = Array.new(20) { |index| Entry.new(index, "Entry <#{index}>", "So it goes. " * 12) }
end

Paper.initialize!
browser = Rack::MockRequest.new(Rails.application)
job { browser.get("/").body.length }
