require_relative 'fixtures/running'
def readies(server) = server.log.scan("is ready").size
spec "a request for which there is no memory gets a 500, and others are served" do
  application = '$beside = Array.new(1000) { "b" * 100 }; run ->(env) { "x" * (1 << 40) if env["PATH_INFO"] == "/huge"; a = [] and loop { a << "y" * 1_000_000 } if env["PATH_INFO"] == "/grow"; [200, {}, ["ok"]] }'
  with_environment("RUTILE_HEAP_LIMIT" => "200M") do
    serve(application, "-w", "1") do |server|
      %w[/huge /grow /huge].each do |path|
        assert_equal [path, 500], [path, server.get(path)[0]]
        assert_equal [200, "ok"], server.get("/")
      end
      assert_equal 3, server.log.scan(/NoMemoryError in GET/).size
      assert_equal 1, readies(server)
    end
  end
end
