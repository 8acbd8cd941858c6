# A small web framework and the application made with it. Resources are generated as text and evaluated, so that
# each has code of its own, as hand-written classes have: that code is what forked workers share or fail to share.
module Escaping
  REPLACEMENTS = { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", '"' => "&quot;" }.freeze

  def escape(text) = text.to_s.gsub(/[&<>"]/, REPLACEMENTS)
end

# Text with `{{name}}` in it, compiled once into a method that fills it in; `{{=name}}` takes markup as it is.
class Template
  include Escaping

  def initialize(source)
    parts = source.split(/(\{\{=?\w+\}\})/).map { |part| statement_for(part) }
    instance_eval("def fill(values)\n  out = +''\n  #{parts.join("\n  ")}\n  out\nend", "template", 1)
  end

  private

  def statement_for(part)
    case part
    when /\A\{\{(\w+)\}\}\z/ then "out << escape(values.fetch(:#{$1}))"
    when /\A\{\{=(\w+)\}\}\z/ then "out << values.fetch(:#{$1})"
    else "out << #{part.dump}"
    end
  end
end

# Routes by method and path; `:id` in a path takes any one segment.
class Router
  def initialize
    @routes = Hash.new { |routes, key| routes[key] = [] }
  end

  def add(method, path, &action)
    segments = path.split("/").drop(1)
    @routes[[method, segments.first]] << [segments, action]
  end

  def call(env)
    segments = env["PATH_INFO"].split("/").drop(1)
    @routes.fetch([env["REQUEST_METHOD"], segments.first], []).each do |pattern, action|
      parameters = match(pattern, segments)
      return action.call(parameters.merge(query(env["QUERY_STRING"]))) if parameters
    end
    [404, { "content-type" => "text/plain" }, ["no such page"]]
  end

  private

  def match(pattern, segments)
    return nil unless pattern.size == segments.size
    found = {}
    pattern.zip(segments) do |expected, actual|
      if expected.start_with?(":")
        found[expected.delete_prefix(":").to_sym] = actual
      elsif expected != actual
        return nil
      end
    end
    found
  end

  def query(text)
    text.split("&").to_h { |pair| pair.split("=", 2) }.transform_keys(&:to_sym)
  end
end

# What every generated controller inherits.
class Controller
  PER_PAGE = 5

  def html(body) = [200, { "content-type" => "text/html", "content-length" => body.bytesize.to_s }, [body]]

  def page_of(records, parameters)
    records.each_slice(PER_PAGE).to_a.fetch(parameters.fetch(:page, "0").to_i, [])
  end
end

class Application
  RECORDS = 25

  attr_reader :names

  def initialize(resources)
    @router = Router.new
    @names = Array.new(resources) { |number| "resource#{number}" }
    @names.each { |name| define_resource(name, name.capitalize) }
  end

  def call(env) = @router.call(env)

  private

  def define_resource(name, constant)
    Object.class_eval(model_source(name, constant), "app/models/#{name}.rb", 1)
    Object.class_eval(controller_source(name, constant), "app/controllers/#{name}_controller.rb", 1)
    controller = Object.const_get("#{constant}Controller").new
    @router.add("GET", "/#{name}") { |parameters| controller.index(parameters) }
    @router.add("GET", "/#{name}/:id") { |parameters| controller.show(parameters) }
    @router.add("POST", "/#{name}") { |parameters| controller.create(parameters) }
    @router.add("DELETE", "/#{name}/:id") { |parameters| controller.destroy(parameters) }
  end

  def model_source(name, constant)
    <<~RUBY
      class #{constant}
        attr_reader :id, :title, :body, :state

        def self.all = @all ||= Array.new(#{RECORDS}) { |id| new(id, "#{name} <\#{id}>", "body of #{name} " * 4) }
        def self.find(id) = all.fetch(id)

        def initialize(id, title, body)
          @id = id
          @title = title
          @body = body
          @state = id.even? ? :published : :draft
        end

        def published? = @state == :published
        def summary = "\#{@title}: \#{@body[0, 20]}"
        def to_h = { id: @id, title: @title, body: @body, state: @state }
      end
    RUBY
  end

  def controller_source(name, constant)
    <<~RUBY
      class #{constant}Controller < Controller
        LIST = Template.new("<h1>#{name}</h1><ul>{{=items}}</ul><p>{{count}} of #{RECORDS}</p>")
        ITEM = Template.new("<li id='{{id}}'>{{title}} ({{state}})</li>")
        PAGE = Template.new("<article class='{{state}}'><h1>{{title}}</h1><p>{{body}}</p></article>")

        def index(parameters)
          records = page_of(#{constant}.all, parameters)
          items = records.map { |record| ITEM.fill(record.to_h) }.join
          html(LIST.fill(items: items, count: records.count(&:published?)))
        end

        def show(parameters) = html(PAGE.fill(#{constant}.find(Integer(parameters[:id])).to_h))
        def create(parameters) = [201, { "location" => "/#{name}" }, [parameters.inspect]]
        def destroy(parameters) = [204, {}, []]
      end
    RUBY
  end
end
