# The page of the control port: one document that needs nothing else.

module Rutile
  module Server
    module Dashboard
      POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"

      PAGE = <<~'HTML'
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>rutile serve</title>
        <style>
          :root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --faint: light-dark(#6b7280, #9aa3ad); --page: light-dark(#fff, #15181c);
            --line: light-dark(#e3e6ea, #2b3036); --shared: light-dark(#9db4d8, #47618c); --own: light-dark(#c2410c, #f08a4b); --good: light-dark(#15803d, #5fc98a); }
          body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
          h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
          .faint { color: var(--faint); } .numbers { display: flex; flex-wrap: wrap; gap: 2.5rem; margin: 1.5rem 0; }
          .numbers b { display: block; font-size: 1.8rem; font-weight: 600; font-variant-numeric: tabular-nums; }
          table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th { font-weight: 500; color: var(--faint); text-align: right; }
          td, th { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); text-align: right; } td:first-child, th:first-child { text-align: left; }
          .bar { display: flex; height: 1rem; min-width: 12rem; border-radius: 2px; overflow: hidden; background: var(--line); } .bar i { background: var(--shared); } .bar u { background: var(--own); }
          canvas { width: 100%; height: 7rem; display: block; border-bottom: 1px solid var(--line); }
          td canvas { min-width: 12rem; height: 2rem; border: 0; margin-top: .2rem; }
          .key i, .key u { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin: 0 .3rem 0 1rem; } .key i { background: var(--shared); } .key u { background: var(--own); }
        </style>
        <h1>rutile serve</h1>
        <p class="faint" id="about">…</p>
        <div class="numbers">
          <div><b id="rate">–</b>requests a second</div>
          <div><b id="middle">–</b>median, ms</div>
          <div><b id="tail">–</b>99 of 100 within, ms</div>
          <div><b id="share">–</b>of worker memory shared</div>
          <div><b id="total">–</b>MB in all (proportional)</div>
        </div>
        <h2>Requests a second</h2>
        <canvas id="rates" role="img" aria-label="Requests a second over the last two minutes"></canvas>
        <h2>Workers</h2>
        <table>
          <thead><tr><th>worker<th>generation<th>memory<th>shared<th>own MB<th>busy<th>connections<th>served<th>look</thead>
          <tbody id="workers"></tbody>
        </table>
        <p class="faint key"><i></i>shared with others<u></u>the worker's own; below each bar the last two minutes, with a line where a generation began</p>
        <h2>Requests under way</h2>
        <p class="faint" id="asked">Choose a worker's threads.</p>
        <div id="threads"></div>
        <script>
          const bounds = [.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, Infinity];
          const rates = [], histories = new Map(); let before = null, at = 0;
          const show = (id, text) => document.getElementById(id).textContent = text;
          const sum = (list, of) => list.reduce((total, item) => total + (of(item) || 0), 0);
          const served = worker => worker.responses ? sum(worker.responses, count => count) : 0;
          const classes = workers => bounds.map((_, index) => sum(workers, worker => worker.durations && worker.durations[index]));
          const quantile = (counts, part) => {
            const wanted = sum(counts, count => count) * part; let seen = 0;
            for (let index = 0; index < counts.length; index++) { seen += counts[index]; if (wanted > 0 && seen >= wanted) return bounds[index]; }
            return null;
          };
          const cell = (row, content) => { const td = document.createElement("td"); if (content instanceof Node) td.append(content); else td.textContent = content; row.append(td); };
          const bar = (memory, most) => {
            const div = document.createElement("div"), shared = document.createElement("i"), own = document.createElement("u");
            div.className = "bar"; shared.style.width = `${(memory.rss - memory.uss) / most * 100}%`; own.style.width = `${memory.uss / most * 100}%`;
            div.append(shared, own); return div;
          };
          // A worker's place, and what it had there second by second: its successor goes on with it.
          const remember = worker => {
            const history = histories.get(worker.index) || []; histories.set(worker.index, history);
            history.push({ rss: worker.memory.rss, uss: worker.memory.uss, generation: worker.generation }); if (history.length > 120) history.shift();
          };
          const color = name => getComputedStyle(document.querySelector(`.key ${name}`)).backgroundColor;
          const through = (worker, most) => {
            const canvas = document.createElement("canvas"), context = canvas.getContext("2d"), history = histories.get(worker.index) || [];
            canvas.width = 480; canvas.height = 64; canvas.setAttribute("role", "img"); canvas.setAttribute("aria-label", `Memory of worker ${worker.index} over the last two minutes`);
            const step = canvas.width / 120, height = kilobytes => kilobytes / most * canvas.height;
            history.forEach((moment, index) => {
              const x = (120 - history.length + index) * step;
              context.fillStyle = color("i"); context.fillRect(x, canvas.height - height(moment.rss), step, height(moment.rss - moment.uss));
              context.fillStyle = color("u"); context.fillRect(x, canvas.height - height(moment.uss), step, height(moment.uss));
              if (index > 0 && history[index - 1].generation !== moment.generation) { context.fillStyle = getComputedStyle(document.body).color; context.fillRect(x, 0, 2, canvas.height); }
            });
            return canvas;
          };
          const memories = (worker, most) => { const div = document.createElement("div"); div.append(bar(worker.memory, most), through(worker, most)); return div; };
          const looks = worker => {
            const span = document.createElement("span"), threads = document.createElement("button"), heap = document.createElement("a");
            threads.textContent = "threads"; threads.onclick = () => ask(worker.index); heap.textContent = "heap"; heap.href = `workers/${worker.index}/heap`;
            span.append(threads, " ", heap); return span;
          };
          async function ask(index) {
            const answer = await fetch(`workers/${index}/threads`), list = document.getElementById("threads"); list.replaceChildren();
            if (!answer.ok) return show("asked", await answer.text());
            const requests = await answer.json(); show("asked", `Worker ${index} serves ${requests.length} requests.`);
            for (const request of requests.sort((a, b) => b.seconds - a.seconds)) {
              const details = document.createElement("details"), summary = document.createElement("summary"), trace = document.createElement("pre");
              summary.textContent = `${request.seconds} s: ${request.backtrace[0] ?? "about to begin"}`; trace.textContent = request.backtrace.join("\n");
              details.append(summary, trace); list.append(details);
            }
          }
          function draw() {
            const canvas = document.getElementById("rates"), scale = devicePixelRatio || 1, context = canvas.getContext("2d");
            canvas.width = canvas.clientWidth * scale; canvas.height = canvas.clientHeight * scale;
            const most = Math.max(10, ...rates), step = canvas.width / 120;
            context.strokeStyle = matchMedia("(prefers-color-scheme: dark)").matches ? "#5fc98a" : "#15803d";
            context.lineWidth = 2 * scale; context.beginPath();
            rates.forEach((rate, index) => context.lineTo((120 - rates.length + index) * step, canvas.height * (1 - rate / most * .92) - 2));
            context.stroke();
          }
          async function look() {
            try {
              const status = await (await fetch("status")).json(), now = performance.now(), workers = status.workers;
              const total = sum(workers, served), counts = classes(workers);
              if (before) {
                rates.push(Math.max(0, (total - before.total) / (now - at) * 1000)); if (rates.length > 120) rates.shift();
                const recent = counts.map((count, index) => Math.max(0, count - before.counts[index]));
                show("rate", Math.round(rates.at(-1)).toLocaleString()); show("middle", quantile(recent, .5) ?? "–"); show("tail", quantile(recent, .99) ?? "–"); draw();
              }
              before = { total, counts }; at = now;
              const known = workers.filter(worker => worker.memory), most = Math.max(1, ...known.map(worker => worker.memory.rss));
              known.filter(worker => !worker.stopping).forEach(remember);
              const rss = sum(known, worker => worker.memory.rss), uss = sum(known, worker => worker.memory.uss);
              show("share", rss ? `${((1 - uss / rss) * 100).toFixed(1)} %` : "–");
              show("total", ((sum(known, worker => worker.memory.pss) + (status.memory.pss || 0)) / 1024).toFixed(1));
              show("about", `${status.version}, process ${status.pid}, generation ${status.generation}, ${workers.length} workers with up to ${status.threads} requests each` + (status.ready ? "" : ", not ready"));
              const body = document.getElementById("workers"); body.replaceChildren();
              for (const worker of workers) {
                const row = document.createElement("tr"), memory = worker.memory;
                cell(row, `${worker.index} (${worker.pid})${worker.stopping ? ", stopping" : worker.ready ? "" : ", starting"}`); cell(row, worker.generation);
                cell(row, memory ? memories(worker, most) : "–"); cell(row, memory ? `${(memory.shared * 100).toFixed(1)} %` : "–"); cell(row, memory ? (memory.uss / 1024).toFixed(1) : "–");
                cell(row, worker.busy ?? "–"); cell(row, worker.connections ?? "–"); cell(row, served(worker).toLocaleString()); cell(row, looks(worker)); body.append(row);
              }
            } catch (error) { show("about", `no answer: ${error.message}`); }
          }
          look(); setInterval(look, 1000);
        </script>
      HTML
    end
  end
end
