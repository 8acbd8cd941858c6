# rutile-only
require_relative "fixtures/running"
require_relative "fixtures/browser"

# The control port's page in a browser, where there is one.

PAGE_APPLICATION = <<~'RUBY'
  def wait_for_long = sleep(3)
  run ->(env) { wait_for_long if env["PATH_INFO"] == "/slow"; [200, {}, ["ok"]] }
RUBY

spec "the page is one document that names nothing outside it" do
  serve(PAGE_APPLICATION, "-w", "1", "--control", "unix://control.sock") do |server|
    status, page = ask_control(File.join(server.folder, "control.sock"), "/")
    assert_equal [200, []], [status, page.scan(%r{https?://|src=|@import|url\(})]
  end
end

# Under the stress modes a browser would wait for seconds for what a page asks for each second.
Browser::PROGRAM && !under_stress? && spec("the page shows workers, rates, latencies, memory, generations, threads and heaps, light and dark, and asks nobody else") do
  serve(PAGE_APPLICATION, "-w", "2", "--control", "tcp://127.0.0.1:0") do |server|
    address = nil
    wait_until { address = server.log[%r{control on (http://\S+)}, 1] }
    scratch_folder do |folder|
      Browser.open(folder) do |browser|
        browser.visit(address)
        shown = ->(id) { browser.value("document.getElementById(#{id.dump})?.textContent") }
        # While it looks, requests come.
        asking = true
        asker = Thread.new { server.get("/") && sleep(0.01) while asking }
        wait_until { shown["rate"].to_s.match?(/\A[1-9]/) && shown["middle"].to_s.match?(/\A[\d.]+\z/) && shown["tail"].to_s.match?(/\A[\d.]+\z/) }
        assert shown["about"].include?("generation 0, 2 workers with up to 64 requests each"), shown["about"]
        assert shown["share"].match?(/\A\d+\.\d %\z/) && shown["total"].to_f > 1, [shown["share"], shown["total"]].inspect
        rows = "[...document.querySelectorAll('#workers tr')]"
        assert_equal [2, 2, 2], %w[.bar canvas button].map { |what| browser.value("#{rows}.filter(row => row.querySelector('#{what}')).length") }
        widths = browser.value("#{rows}.map(row => [...row.querySelectorAll('.bar > *')].reduce((sum, part) => sum + parseFloat(part.style.width), 0))")
        assert widths.all? { |width| width.between?(1, 100.1) }, widths.inspect
        drawn = "(canvas => [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data].some(byte => byte > 0))"
        wait_until { browser.value("#{drawn}(document.getElementById('rates'))") && browser.value("#{drawn}(document.querySelector('#workers canvas'))") }
        asking = false
        asker.join

        slow = Array.new(4) { Thread.new { server.get("/slow") } }
        wait_until do
          browser.value("document.querySelectorAll('#workers button').forEach(button => button.click())")
          sleep 0.3
          browser.value("document.getElementById('threads').textContent").to_s.include?("wait_for_long")
        end
        slow.each(&:join)
        assert_equal %w[workers/0/heap workers/1/heap], browser.value("[...document.querySelectorAll('#workers a')].map(link => link.getAttribute('href'))").sort

        server.signal(:URG)
        wait_until { shown["about"].to_s.include?("generation 1, 2 workers") }
        grounds = %w[light dark].map do |scheme|
          browser.scheme = scheme
          browser.value("getComputedStyle(document.body).backgroundColor")
        end
        assert_equal ["rgb(255, 255, 255)", "rgb(21, 24, 28)"], grounds
        elsewhere = browser.value("performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith(location.origin))")
        assert_equal [], elsewhere
        browser.visit("#{address}/workers/0/heap")
        wait_until { browser.value("document.title + document.body?.innerText").to_s.match?(/heap/i) }
        assert_equal [], browser.complaints.grep_v(/favicon/)
      end
    end
  end
end
