# A web application as a server calls it: routes, middleware, cookies, forms, views and JSON.
require "json"
require "uri"
require "time"
require "erb"
require "digest"
require "openssl"

class Headers < Hash
  def [](name) = super(name.to_s.downcase)
  def []=(name, value)
    super(name.to_s.downcase, value)
  end
end

class Request
  def initialize(environment) = @environment = environment
  def method_name = @environment["REQUEST_METHOD"]
  def path = @environment["PATH_INFO"]
  def header(name) = @environment["HTTP_#{name.upcase.tr("-", "_")}"]
  def cookies = @cookies ||= header("cookie").to_s.split(/;\s*/).to_h { |pair| pair.split("=", 2) }
  def params = @params ||= nest(URI.decode_www_form(@environment["QUERY_STRING"].to_s))

  private

  def nest(pairs)
    pairs.each_with_object({}) do |(name, value), all|
      *outer, last = name.scan(/[^\[\]]+/)
      outer.inject(all) { |table, key| table[key] ||= {} }[last] = value
    end
  end
end

class Application
  Route = Data.define(:verb, :pattern, :names, :action)

  def self.routes = @routes ||= []
  def self.on(verb, path, &action)
    names = path.scan(/:(\w+)/).flatten.map(&:to_sym)
    routes << Route.new(verb:, pattern: /\A#{path.gsub(/:\w+/, "([^/]+)")}\z/, names:, action:)
  end

  def call(environment)
    request = Request.new(environment)
    self.class.routes.each do |route|
      next unless route.verb == request.method_name && (match = route.pattern.match(request.path))
      return answer(instance_exec(request, **route.names.zip(match.captures).to_h, &route.action))
    end
    [404, { "content-type" => "text/plain" }, ["nothing at #{request.path}"]]
  end

  def answer(result)
    case result
    in String => html then [200, { "content-type" => "text/html; charset=utf-8" }, [html]]
    in Hash | Array then [200, { "content-type" => "application/json" }, [JSON.generate(result)]]
    in [Integer => status, body] then [status, {}, [body.to_s]]
    end
  end

  PAGE = ERB.new("<html><title><%= title %></title><% lines.each do |line| %><p><%= line %></p><% end %></html>")
  def page(title, lines) = PAGE.result_with_hash(title: ERB::Util.h(title), lines: lines.map { |line| ERB::Util.h(line) })

  on("GET", "/") { |_request| page("home", ["welcome & hello"] * 10) }
  on("GET", "/items/:id") { |request, id:| { id: Integer(id), name: "item #{id}", params: request.params, tags: %w[a b] } }
  on("GET", "/users/:user/posts/:post") { |request, user:, post:| page("#{user}'s #{post}", request.cookies.map { |name, value| "#{name}: #{value}" }) }
  on("POST", "/items") { |request| [201, request.params.fetch("item").fetch("name")] }
end

class Middleware
  def initialize(application, **options) = (@application, @options = application, options)
end
class Timing < Middleware
  def call(environment)
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    status, headers, body = @application.call(environment)
    [status, headers.merge("x-runtime" => format("%.6f", Process.clock_gettime(Process::CLOCK_MONOTONIC) - start)), body]
  end
end
class Sessions < Middleware
  def call(environment)
    environment["session"] = environment["HTTP_COOKIE"]&.slice(/session=([^;]+)/, 1)&.unpack1("m") || {}
    @application.call(environment).tap do |_, headers, _|
      value = ["user=1"].pack("m0")
      headers["set-cookie"] = "session=#{value}--#{OpenSSL::HMAC.hexdigest("SHA256", @options[:secret], value)}; path=/; expires=#{Time.at(0).httpdate}"
    end
  end
end
class Tags < Middleware
  def call(environment)
    status, headers, body = @application.call(environment)
    copy = Headers.new
    headers.each { |name, value| copy[name] = value }
    copy["ETag"] = %(W/"#{Digest::SHA256.hexdigest(body.join)[0, 32]}")
    copy["Content-Length"] = body.sum(&:bytesize).to_s
    status == 200 && environment["HTTP_IF_NONE_MATCH"] == copy["etag"] ? [304, copy, []] : [status, copy, body]
  end
end

application = [[Timing, {}], [Sessions, { secret: "s" * 32 }], [Tags, {}]].reverse.inject(Application.new) { |inner, (outer, options)| outer.new(inner, **options) }
common = { "HTTP_HOST" => "example.com", "HTTP_COOKIE" => "session=dXNlcj0x; theme=dark; seen=1%2C2", "HTTP_ACCEPT" => "text/html,application/json;q=0.9", "SERVER_PROTOCOL" => "HTTP/1.1" }
requests = [
  ["GET", "/", ""], ["GET", "/items/7", "a=1&b[c]=2&b[d]=3"], ["GET", "/users/anna/posts/first%20one", ""], ["POST", "/items", "item[name]=new"], ["GET", "/none", ""],
]
6000.times do
  requests.each do |verb, path, query|
    status, _headers, body = application.call({ **common, "REQUEST_METHOD" => verb, "PATH_INFO" => path, "QUERY_STRING" => query })
    body.each { |part| part.bytesize } if status < 500
  end
end
