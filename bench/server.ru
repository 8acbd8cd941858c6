# What bench/server asks for: a word, a page of text, what was sent, and an answer that waits for something else.
TEXT = ("a line of some text\n" * 3277).freeze # 64 KB

run ->(env) do
  body = case env["PATH_INFO"]
  when "/text" then TEXT
  when "/wait"
    sleep 0.05
    "done\n"
  when "/echo" then env["rack.input"].read
  else "hello, world\n"
  end
  [200, { "content-type" => "text/plain" }, [body]]
end
