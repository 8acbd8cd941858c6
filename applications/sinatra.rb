# One application with routes, a template, a session, filters and errors, asked through Rack without a socket.
require "sinatra/base"
require "rack/mock"

class Shop < Sinatra::Base
  set environment: :test, show_exceptions: false, raise_errors: false, sessions: true, session_secret: "s" * 64, host_authorization: {}
  template(:page) { "<h1><%= @title %></h1><% params.sort.each do |key, value| %><p><%= key %>=<%= value %></p><% end %>" }

  before { headers "X-Seen" => request.path_info }
  get("/") { @title = "Home"; erb :page }
  get("/items/:id.?:format?") { |id, format| content_type(format || :txt); "item #{id.to_i + 1}" }
  post("/items") { status 201; redirect to("/items/#{params[:name].length}"), 303 }
  get("/stop") { halt 418, "teapot" }
  get("/count") { (session[:count] = session[:count].to_i + 1).to_s }
  get("/fail") { raise KeyError, "broken" }
  get("/stream") { stream { |out| 3.times { |i| out << "part #{i}\n" } } }
  error(KeyError) { |error| "sorry: #{error.message}" }
  not_found { "nothing at #{request.path}" }
end

client = Rack::MockRequest.new(Shop)
cookie = nil
[["GET", "/?a=1&b=x%20y"], ["GET", "/items/41"], ["GET", "/items/41.json"], ["POST", "/items", { params: { name: "apple" } }], ["GET", "/stop"],
 ["GET", "/fail"], ["GET", "/stream"], ["GET", "/none"], ["GET", "/count"], ["GET", "/count"]].each do |verb, path, options|
  response = client.request(verb, path, { "HTTP_COOKIE" => cookie, "HTTP_HOST" => "example.org" }.merge(options || {}))
  cookie = response["Set-Cookie"].to_s[/\A[^;]+/] || cookie
  puts "#{verb} #{path}: #{response.status} #{response["Content-Type"]} #{response["Location"]} #{response["X-Seen"]}", response.body
end
