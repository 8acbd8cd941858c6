# An application of some size for bench/server_memory: about 30 MB of live objects, and code that was generated, as frameworks and
# large applications have it. A request runs some of the code over some of the objects and allocates an answer.
RECORDS = Array.new(90_000) { |number| { id: number, name: "record #{number}", tags: ["tag #{number % 97}", "tag #{number % 89}"] } }

CONTROLLERS = Array.new(1500) do |number|
  methods = Array.new(12) do |index|
    <<~RUBY
      def action_#{index}(records, parameters)
        chosen = records.select { |record| record[:tags].include?("tag #{index}") || record[:id] % #{index + 3} == 0 }
        total = chosen.sum { |record| record[:id] * #{number + index} }
        rows = chosen.first(5).map { |record| "<li class=\\"c#{number}\\">\#{record[:name]} (\#{record[:tags].join(", ")})</li>" }
        "<h1>#{number}.#{index} \#{parameters.fetch("page", "1")}</h1><ul>\#{rows.join}</ul><p>\#{total}</p>"
      end
    RUBY
  end
  Class.new { class_eval(methods.join("\n"), "controller_#{number}.rb", 1) }.new
end

run ->(env) do
  number = Integer(env["PATH_INFO"].delete_prefix("/"), exception: false) || 0
  parameters = env["QUERY_STRING"].split("&").to_h { |pair| pair.split("=", 2) }
  page = CONTROLLERS[number % CONTROLLERS.size].__send__("action_#{number % 12}", RECORDS[(number * 31) % 80_000, 40], parameters)
  [200, { "content-type" => "text/html" }, [page]]
end
