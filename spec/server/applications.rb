# rutile-only
require_relative "fixtures/running"

# Sinatra, Rails and Rack's own checks, where their gems are on this machine, and the ways that they have to start a server.

def with_gems(*names)
  missing = names.reject { |name| Gem::Specification.find_all_by_name(name).any? { |gem| File.directory?(gem.full_gem_path) } }
  missing.empty? ? yield : puts("skipped: gems that are not there: #{missing.join(", ")}")
end

# Runs a command that serves at a port while the block does, which is given what asks there.
def run_command(folder, *words)
  port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
  log = File.join(folder, "log")
  pid = Process.spawn(*words.map { |word| word == :port ? port.to_s : word }, chdir: folder, out: log, err: log)
  ask = lambda do |path|
    TCPSocket.open("127.0.0.1", port) { |socket| socket.write("GET #{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") && socket.read }
  rescue Errno::ECONNREFUSED, Errno::ECONNRESET
    nil
  end
  wait_until(60) { ask["/"] || Process.wait(pid, Process::WNOHANG) && raise(SpecFailure, File.read(log)) }
  yield ask
ensure
  Process.kill(:INT, pid) rescue nil
  Process.wait(pid)
end

# Every kind of answer that the other specs have, behind Rack::Lint.
LINTED = <<~'RUBY'
  require "rack/lint"
  require "stringio"

  class Pieces
    def each
      yield "one "
      yield "two"
    end
  end

  use Rack::Lint
  run ->(env) do
    text = { "content-type" => "text/plain" }
    case env["PATH_INFO"]
    when "/body" then [200, text, [env["rack.input"].read.to_s]]
    when "/lines" then lines = []; env["rack.input"].each { |line| lines << line }; [200, text, [lines.inspect]]
    when "/pieces" then [200, text, Pieces.new]
    when "/stream" then [200, text, ->(stream) { stream.write("streamed"); stream.close }]
    when "/values" then [200, text.merge("set-cookie" => ["a=1", "b=2"]), ["two"]]
    when "/none" then [204, {}, []]
    when "/after" then env["rack.response_finished"] << ->(*) { $stderr.puts "was finished" }; [200, text, ["after"]]
    when "/upgrade" then [101, { "rack.hijack" => ->(io) { io.write("mine"); io.close }, "connection" => "upgrade", "upgrade" => "echo" }, []]
    else [200, text, ["hello"]]
    end
  end
RUBY

with_gems("rack") do
  spec "Rack::Lint has nothing to say" do
    serve(LINTED, settings: "early_hints") do |server|
      {
        "GET / HTTP/1.1\r\nHost: a\r\n" => "hello", "GET / HTTP/1.0\r\n" => "hello", "HEAD / HTTP/1.1\r\nHost: a\r\n" => "", "GET /?a=b%20c HTTP/1.1\r\nHost: a:80\r\nCookie: x=y\r\n" => "hello",
        "GET http://b:8080/x HTTP/1.1\r\nHost: a\r\n" => "hello", "OPTIONS * HTTP/1.1\r\nHost: a\r\n" => "hello", "GET /\xc3\xa9 HTTP/1.1\r\nHost: [::1]:9\r\nX-Y: \xff\r\n".b => "hello",
        "POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n|abc" => "abc", "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n|3\r\nabc\r\n0\r\n\r\n" => "abc",
        "POST /lines HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n|a\nb" => '["a\n", "b"]', "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n|#{"z" * 200_000}" => "z" * 200_000,
        "GET /pieces HTTP/1.1\r\nHost: a\r\n" => "4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n", "GET /stream HTTP/1.1\r\nHost: a\r\n" => "streamed", "GET /values HTTP/1.1\r\nHost: a\r\n" => "two",
        "GET /none HTTP/1.1\r\nHost: a\r\n" => "", "GET /after HTTP/1.1\r\nHost: a\r\n" => "after", "GET /upgrade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n" => "mine",
      }.each do |request, body|
        head, content = request.split("|", 2)
        close = head.include?("Connection:") ? "" : "Connection: close\r\n"
        text = server.exchange("#{head}#{close}\r\n#{content}".b)
        assert_equal [head, body.b], [head, text.b.split("\r\n\r\n", 2).last]
      end
      wait_until { server.log.include?("was finished") }
      assert !server.log.include?("Lint"), server.log
    end
  end
end

spec "an application of Rack 2 is served as it is" do
  application = <<~'RUBY'
    class Old
      def each = yield "5\r\nfirst\r\n0\r\n\r\n"
    end
    run ->(env) do
      next [200, { "Transfer-Encoding" => "chunked" }, Old.new] if env["PATH_INFO"] == "/chunked"
      [200, { "Content-Type" => "text/plain", "Set-Cookie" => "a=1\nb=2", "Content-Length" => "3" }, env["rack.input"].tap(&:rewind).read == "" ? ["old"] : ["new"]]
    end
  RUBY
  serve(application) do |server|
    text = server.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert ["Set-Cookie: a=1\r\n", "Set-Cookie: b=2\r\n"].all? { |line| text.include?(line) } && text.end_with?("\r\n\r\nold"), text
    assert server.exchange("GET /chunked HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").end_with?("\r\n\r\n5\r\nfirst\r\n0\r\n\r\n")
  end
end

SINATRA = <<~'RUBY'
  require "sinatra/base"

  class Shop < Sinatra::Base
    set environment: :production, sessions: true, session_secret: "s" * 64, host_authorization: {}
    template(:page) { "<h1><%= @title %></h1>" }
    get("/") { @title = "Home"; erb :page }
    get("/items/:id") { |id| "item #{id.to_i + 1} #{params["q"]}" }
    post("/items") { status 201; params["name"] }
    get("/stop") { halt 418, "teapot" }
    get("/count") { (session[:count] = session[:count].to_i + 1).to_s }
    get("/stream") { stream { |out| 3.times { |i| out << "part #{i}\n" } } }
    get("/fail") { raise KeyError, "broken" }
    error(KeyError) { |error| "sorry: #{error.message}" }
  end

  run Shop
RUBY

with_gems("sinatra", "rack-session", "mustermann") do
  spec "Sinatra's pages, forms, sessions, streams and errors are served by workers" do
    serve(SINATRA, "-w", "2") do |server|
      assert_equal [[200, "<h1>Home</h1>"], [200, "item 42 x y"], [418, "teapot"], [500, "sorry: broken"]], %w[/ /items/41?q=x%20y /stop /fail].map { |path| server.get(path) }
      assert server.get("/stream")[1].scan(/part \d/) == ["part 0", "part 1", "part 2"]
      form = server.exchange("POST /items HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nname=tea")
      assert form.start_with?("HTTP/1.1 201") && form.end_with?("tea"), form
      cookie = nil
      counts = Array.new(3) do
        text = server.exchange("GET /count HTTP/1.1\r\nHost: a\r\nConnection: close\r\n#{"Cookie: #{cookie}\r\n" if cookie}\r\n")
        cookie = text[/^set-cookie: ([^;]+)/i, 1]
        text[/\d+\z/]
      end
      assert_equal %w[1 2 3], counts
    end
  end
end

# An application as `rails new --api` lays it out, as far as a server needs it.
RAILS = {
  "config/application.rb" => <<~'RUBY',
    require "rails"
    require "action_controller/railtie"

    class Shop < Rails::Application
      config.load_defaults 7.2
      config.eager_load = false
      config.secret_key_base = "s" * 64
      config.hosts.clear
      config.api_only = true
      config.logger = Logger.new(File::NULL)
    end
  RUBY
  "config/environment.rb" => "require_relative \"application\"\nRails.application.initialize!\n",
  "config/routes.rb" => "Rails.application.routes.draw do\n  root \"items#index\"\n  resources :items\n  get \"events\", to: \"events#index\"\nend\n",
  "config.ru" => "require_relative \"config/environment\"\nrun Rails.application\n",
  "bin/rails" => "APP_PATH = File.expand_path(\"../config/application\", __dir__)\nrequire \"rails/commands\"\n",
  "app/controllers/items_controller.rb" => <<~'RUBY',
    class ItemsController < ActionController::API
      rescue_from(ActionController::ParameterMissing) { |error| render json: { missing: error.param }, status: :bad_request }

      def index = render(json: { items: [1, 2], asked: params[:q] })
      def show = params[:id].to_i == 0 ? raise(ActionController::RoutingError, "none") : render(json: { id: params[:id].to_i })
      def create = render(json: params.require(:item).permit(:name), status: :created, location: item_url(7))
    end
  RUBY
  "app/controllers/events_controller.rb" => <<~'RUBY',
    class EventsController < ActionController::API
      include ActionController::Live

      def index
        response.headers["content-type"] = "text/event-stream"
        3.times { |number| response.stream.write("data: #{number}\n\n") }
      ensure
        response.stream.close
      end
    end
  RUBY
}.freeze

def lay_rails(folder)
  RAILS.each do |name, text|
    make_folders(File.dirname(File.join(folder, name)))
    File.write(File.join(folder, name), text)
  end
end

with_gems("railties", "actionpack", "rack", "rackup") do
  spec "Rails' routes, JSON, errors and live streams are served, by workers and as `rails server -u rutile`" do
    scratch_folder do |folder|
      lay_rails(folder)
      {
        "serve" => [*ruby_command, "serve", "-C", "-", "-w", "2", "-e", "production", "-o", "127.0.0.1", "-p", :port],
        "rails" => [*ruby_command, "bin/rails", "server", "-u", "rutile", "-e", "production", "-b", "127.0.0.1", "-p", :port],
      }.each do |name, words|
        run_command(folder, *words) do |ask|
          body = ->(path) { ask[path].split("\r\n\r\n", 2).last }
          assert_equal [name, '{"items":[1,2],"asked":"x y"}'], [name, body["/?q=x%20y"]]
          assert_equal '{"id":7}', body["/items/7"]
          assert ask["/items/x"].start_with?("HTTP/1.1 404"), ask["/items/x"]
          assert_equal %w[0 1 2], ask["/events"].scan(/^data: (\d)/).flatten
        end
      end
    end
  end
end

with_gems("rack", "rackup") do
  spec "`rackup -s rutile` serves, and Rackup::Handler knows the server" do
    scratch_folder do |folder|
      File.write(File.join(folder, "config.ru"), 'run ->(env) { [200, {}, [env["SERVER_SOFTWARE"]]] }')
      rackup = Gem::Specification.find_by_name("rackup").full_gem_path
      program = ["-e", 'require "rackup"; abort unless Rackup::Handler.get("rutile").name == "Rackup::Handler::Rutile"; Rackup::Server.start']
      run_command(folder, *ruby_command, "-I", File.join(rackup, "lib"), *program, "--", "-s", "rutile", "-o", "127.0.0.1", "-p", :port, "-E", "deployment") do |ask|
        assert ask["/"].split("\r\n\r\n").last.start_with?("rutile/"), ask["/"]
      end
    end
  end
end
