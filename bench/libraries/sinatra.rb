# Asks a Sinatra application with a template, parameters and a session for pages.
require "sinatra/base"
require "rack/mock"

class Shelf < Sinatra::Base
  set environment: :production, sessions: true, session_secret: "0" * 64, host_authorization: {}
  template(:list) { "<h1><%= @title %></h1><ul><% @books.each do |book| %><li><%= Rack::Utils.escape_html(book) %></li><% end %></ul>" }

  before { headers "X-Path" => request.path_info }
  get("/") { @title = "Books"; @books = Array.new(20) { |index| "book <#{index}>" }; session[:seen] = true; erb :list }
  get("/books/:id") { |id| content_type(:text); "book #{id.to_i} of #{params[:shelf]}" }
end

browser = Rack::MockRequest.new(Shelf)
job do
  Array.new(20) { |index| browser.get(index.even? ? "/" : "/books/#{index}?shelf=7", "HTTP_HOST" => "example.org").body.length }.sum
end
