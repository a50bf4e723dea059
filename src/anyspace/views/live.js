// A search that goes on in Python: shows what is sent, and sends what is pressed.

function element(kind, className, parent) {
  const made = document.createElement(kind);
  made.className = className;
  parent.appendChild(made);
  return made;
}

function button(label, hint, parent, pressed) {
  const made = element("button", "as-button", parent);
  made.type = "button";
  made.textContent = label;
  made.title = hint;
  made.addEventListener("click", pressed);
  return made;
}

// What a reader has unfolded stays unfolded.
function replace(place, markup) {
  const open = [...place.querySelectorAll("details")].map((each) => each.open);
  place.innerHTML = markup;
  place.querySelectorAll("details").forEach((each, i) => (each.open = open[i] ?? false));
}

function render({ model, el }) {
  const root = element("div", "anyspace as-live", el);
  const title = element("div", "as-head", root);
  const controls = element("div", "as-controls", root);
  const stop = button("Stop", "end the search and keep what it has found", controls, () => model.send({ do: "stop" }));
  const goOn = button("Go on", "search on with the same budget", controls, () => model.send({ do: "go on" }));
  const bar = element("progress", "as-progress", controls);
  bar.setAttribute("aria-label", "how much of the budget is spent");
  const status = element("span", "as-status", controls);
  const sides = element("div", "as-sides", root);
  const board = element("div", "", sides);
  const moves = element("div", "as-grow", sides);
  const tree = element("div", "as-tree", root);

  const shown = {
    title: () => (title.innerHTML = model.get("title")),
    board: () => (board.innerHTML = model.get("board")),
    moves: () => replace(moves, model.get("moves")),
    tree: () => (tree.innerHTML = model.get("tree")),
    status: () => (status.textContent = model.get("status")),
    fraction: () => {
      const fraction = model.get("fraction");
      bar.hidden = fraction < 0 && !model.get("running"); // no budget, and nothing under way
      if (fraction < 0 && model.get("running")) bar.removeAttribute("value");
      else bar.value = Math.max(0, fraction);
    },
    running: () => {
      const running = model.get("running");
      stop.disabled = !running;
      goOn.disabled = running;
      status.setAttribute("aria-live", running ? "off" : "polite"); // heard once, at the end
      root.classList.toggle("as-running", running);
      shown.fraction();
    },
  };
  const undo = Object.entries(shown).map(([name, show]) => {
    show();
    model.on(`change:${name}`, show);
    return () => model.off(`change:${name}`, show);
  });
  return () => undo.forEach((each) => each());
}

export default { render };
