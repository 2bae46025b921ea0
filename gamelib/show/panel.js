// Draws a list of controls that Python describes as data, and tells Python what was done with them.
// Elements are kept from one drawing to the next by their key, so that nothing flickers and the focus stays.

const LOOK_AFTER = 160; // milliseconds: a mouse that only passes lights nothing up

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

// Each kind of control: `create` builds the element once, `update` makes it say what the item says.
function kinds(send, look) {
  let ids = 0;
  const labelled = (input, className) => {
    const box = make("label", className);
    box.caption = make("span", "gl-caption");
    box.input = input;
    box.append(box.caption, input);
    return box;
  };
  const changes = (box, item, value) =>
    box.input.addEventListener("change", () => send({ event: "set", id: box.item.id, value: value(box.input) }));
  // What somebody is typing or dragging is not overwritten from below.
  const put = (input, value) => {
    if (document.activeElement !== input || input.dataset.busy !== "yes") input.value = value;
  };
  return {
    button: {
      create() {
        const button = make("button", "gl-button");
        button.type = "button";
        button.addEventListener("click", () => {
          look.cancel();
          if (button.getAttribute("aria-disabled") !== "true") send({ event: "click", id: button.item.id });
        });
        const see = () => button.item.look && look.start(button.item.id);
        const away = () => button.item.look && look.stop();
        button.addEventListener("pointerenter", see);
        button.addEventListener("pointerleave", away);
        button.addEventListener("focus", () => button.matches(":focus-visible") && see());
        button.addEventListener("blur", away);
        return button;
      },
      update(button, item) {
        setText(button, item.text);
        setAttribute(button, "title", item.title);
        // Not `disabled`: a button that disables itself when pressed would lose the keyboard's focus.
        setAttribute(button, "aria-disabled", item.disabled ? "true" : undefined);
        setAttribute(button, "aria-pressed", item.pressed === undefined ? undefined : String(item.pressed));
        button.classList.toggle("gl-primary", Boolean(item.primary));
        button.classList.toggle("gl-tab", Boolean(item.tab));
      },
    },
    select: {
      create() {
        const box = labelled(make("select"), "gl-select");
        changes(box, null, (input) => input.value);
        return box;
      },
      update(box, item) {
        setText(box.caption, item.label);
        const options = JSON.stringify(item.options);
        if (box.options !== options) {
          box.options = options;
          box.input.replaceChildren(...item.options.map(([value, text]) => new Option(text, value)));
        }
        box.input.value = item.value;
        setAttribute(box, "title", item.title);
        box.classList.toggle("gl-wide", Boolean(item.wide));
      },
    },
    check: {
      create() {
        const input = make("input");
        input.type = "checkbox";
        const box = make("label", "gl-check");
        box.caption = make("span");
        box.input = input;
        box.append(input, box.caption);
        changes(box, null, (input) => input.checked);
        return box;
      },
      update(box, item) {
        setText(box.caption, item.label);
        box.input.checked = item.value;
        setAttribute(box, "title", item.title);
      },
    },
    range: {
      create() {
        const input = make("input");
        input.type = "range";
        const box = labelled(input, "gl-range");
        let waiting = null;
        const tell = () => {
          clearTimeout(waiting);
          waiting = null;
          send({ event: "set", id: box.item.id, value: Number(input.value) });
        };
        input.addEventListener("input", () => {
          input.dataset.busy = "yes";
          setText(box.caption, box.item.label.replace("{value}", input.value));
          if (!box.item.lazy && waiting === null) waiting = setTimeout(tell, box.item.patience || 60);
        });
        input.addEventListener("change", () => {
          input.dataset.busy = "no";
          tell();
        });
        return box;
      },
      update(box, item) {
        box.input.min = item.min;
        box.input.max = item.max;
        box.input.step = 1;
        if (box.input.dataset.busy !== "yes") {
          box.input.value = item.value;
          setText(box.caption, item.label.replace("{value}", item.value));
        }
        box.classList.toggle("gl-wide", Boolean(item.wide));
        setAttribute(box, "title", item.title);
        setAttribute(box.input, "aria-valuetext", item.says);
      },
    },
    number: {
      create() {
        const input = make("input");
        input.type = "number";
        const box = labelled(input, "gl-number");
        changes(box, null, (input) => (input.value === "" ? null : Number(input.value)));
        return box;
      },
      update(box, item) {
        setText(box.caption, item.label);
        setAttribute(box.input, "min", item.min);
        setAttribute(box.input, "max", item.max);
        if (document.activeElement !== box.input || box.item === undefined) put(box.input, item.value);
      },
    },
    text: {
      create() {
        const box = labelled(make("input"), "gl-text");
        box.input.type = "text";
        box.input.spellcheck = false;
        changes(box, null, (input) => input.value);
        return box;
      },
      update(box, item) {
        setText(box.caption, item.label);
        if (document.activeElement !== box.input) box.input.value = item.value;
      },
    },
    note: {
      create: () => make("p", "gl-note"),
      update(node, item) {
        setText(node, item.text);
        node.dataset.tone = item.tone || "";
        setAttribute(node, "role", item.live ? "status" : undefined);
        setAttribute(node, "aria-live", item.live ? "polite" : undefined);
      },
    },
    group: {
      create() {
        const box = make("fieldset", "gl-group");
        box.legend = make("legend");
        box.body = make("div", "gl-body");
        box.append(box.legend, box.body);
        return box;
      },
      update(box, item, patch) {
        setText(box.legend, item.heading);
        box.legend.hidden = !item.heading;
        patch(box.body, item.items);
      },
    },
    row: {
      create: () => make("div", "gl-row"),
      update(node, item, patch) {
        node.classList.toggle("gl-tabs", Boolean(item.tabs));
        node.classList.toggle("gl-pick", Boolean(item.pick));
        setAttribute(node, "role", item.label ? "group" : undefined);
        setAttribute(node, "aria-label", item.label);
        patch(node, item.items);
      },
    },
    scroll: {
      create() {
        const node = make("div", "gl-scroll");
        node.tabIndex = -1;
        return node;
      },
      update(node, item, patch) {
        setAttribute(node, "aria-label", item.label);
        patch(node, item.items);
      },
    },
    log: {
      create() {
        const list = make("ol", "gl-log");
        list.tabIndex = 0;
        list.setAttribute("aria-label", "log");
        return list;
      },
      update(list, item) {
        const stays = list.scrollHeight - list.scrollTop - list.clientHeight > 40 && list.count === item.items.length;
        list.count = item.items.length;
        keep(list, item.items, (entry) => entry.step, logEntry, send);
        if (!stays) list.scrollTop = list.scrollHeight;
      },
    },
    odds: {
      create: () => make("ol", "gl-odds"),
      update(list, item) {
        keep(list, item.items, (entry) => entry.id, oddsEntry, send);
      },
    },
    table: {
      create() {
        const box = make("details", "gl-data");
        box.summary = make("summary");
        box.table = make("table");
        box.append(box.summary, box.table);
        return box;
      },
      update(box, item) {
        setText(box.summary, item.label);
        const content = JSON.stringify([item.head, item.rows]);
        if (box.content === content) return;
        box.content = content;
        const row = (cells, tag) => {
          const line = make("tr");
          line.append(...cells.map((cell) => make(tag, "", String(cell))));
          return line;
        };
        box.table.replaceChildren(row(item.head, "th"), ...item.rows.map((cells) => row(cells, "td")));
      },
    },
  };
}

// A keyed list whose entries are redrawn only when they say something else.
function keep(list, items, keyOf, draw, send) {
  const old = new Map([...list.children].map((node) => [node.key, node]));
  const nodes = items.map((item) => {
    const content = JSON.stringify(item);
    const found = old.get(keyOf(item));
    if (found && found.content === content) return found;
    const node = draw(item, send, found);
    node.key = keyOf(item);
    node.content = content;
    return node;
  });
  place(list, nodes);
}

function place(parent, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...parent.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] || null);
  });
}

function logEntry(item, send) {
  const node = make("li", "gl-step");
  const head = make("button", "gl-step-head", item.text);
  head.type = "button";
  head.title = `show the table after step ${item.step}`;
  head.addEventListener("click", () => send({ event: "set", id: "step", value: item.step }));
  node.append(head);
  for (const line of item.lines) {
    const row = make("div", "gl-line", line.text + " ");
    if (line.rule) {
      const rule = make("abbr", "gl-rule", line.rule);
      rule.title = line.says || line.rule;
      row.append(rule);
    }
    node.append(row);
  }
  return node;
}

// A bar with the range in which the true chance lies; the same element lives on, so that the bar glides.
function oddsEntry(item, send, node) {
  if (!node) {
    node = make("li", "gl-odd");
    node.button = make("button", "gl-button");
    node.button.type = "button";
    node.button.addEventListener("click", () => send({ event: "click", id: item.id }));
    node.track = make("div", "gl-track");
    node.track.setAttribute("aria-hidden", "true");
    node.bar = make("div", "gl-bar");
    node.range = make("div", "gl-whisker");
    node.track.append(node.bar, node.range);
    node.figure = make("span", "gl-figure");
    node.append(node.button, node.track, node.figure);
  }
  setText(node.button, item.text);
  setText(node.figure, item.figure);
  node.bar.style.width = `${100 * item.share}%`;
  node.range.style.left = `${100 * item.low}%`;
  node.range.style.width = `${100 * (item.high - item.low)}%`;
  node.classList.toggle("gl-best", Boolean(item.best));
  return node;
}

function isDark() {
  const body = document.body;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  return body.classList.contains("vscode-dark") || document.documentElement.getAttribute("theme") === "dark";
}

// JupyterLab takes letters and arrows as commands wherever the focus is. It leaves alone what carries this mark, but
// only the very element that has the focus, not what lies in a marked one.
function keepKeys(home) {
  if (!home || home.dataset.keepsKeys) return;
  home.dataset.keepsKeys = "yes";
  home.addEventListener("focusin", (event) => {
    event.target.dataset.lmSuppressShortcuts = "true";
  });
}

function render({ model, el }) {
  const send = (message) => model.send(message);
  let looking = null;
  let looked = false;
  const look = {
    start(id) {
      clearTimeout(looking);
      looking = setTimeout(() => {
        looked = true;
        send({ event: "look", id });
      }, LOOK_AFTER);
    },
    stop() {
      clearTimeout(looking);
      looking = setTimeout(() => {
        if (looked) send({ event: "look", id: "" });
        looked = false;
      }, LOOK_AFTER);
    },
    cancel() {
      clearTimeout(looking);
      looked = false;
    },
  };
  const table = kinds(send, look);

  function patch(parent, items) {
    const old = new Map([...parent.children].map((node) => [node.key, node]));
    const nodes = items.map((item, i) => {
      const key = `${item.type}:${item.id ?? item.key ?? i}`;
      const node = old.get(key) || table[item.type].create();
      node.key = key;
      table[item.type].update(node, item, patch);
      node.item = item;
      if (item.badge) mark(node, item.badge);
      if (item.id) (node.input || node).dataset.id = item.id;
      return node;
    });
    place(parent, nodes);
  }

  function mark(node, [kind, text]) {
    if (!node.badge) node.append((node.badge = make("span", "gl-badge")));
    node.badge.dataset.kind = kind;
    setText(node.badge, text);
  }

  let timer = null;
  let told = null;
  function draw() {
    const view = model.get("view");
    const active = document.activeElement;
    const within = active && el.contains(active);
    const group = within ? active.closest("fieldset, .gl-scroll") : null;
    el.style.setProperty("--gl-scale", view.scale || 1);
    el.classList.toggle("gl-dark", Boolean(view.dark));
    patch(el, view.items || []);
    if (within && !el.contains(document.activeElement)) {
      const home = group && group.isConnected ? group : el.querySelector(".gl-scroll") || el;
      const next = home.querySelector("button:not([aria-disabled]), select, input") || el.querySelector("button");
      if (next) next.focus({ preventScroll: true });
    }
    clearTimeout(timer);
    if (view.tick) timer = setTimeout(() => send({ event: "tick", id: String(view.revision) }), view.tick);
    // Told when this page changes, not whenever it differs: two pages with two themes would never come to rest.
    if (view.watch && told !== isDark()) {
      told = isDark();
      if (told !== Boolean(view.dark)) send({ event: "set", id: "dark", value: told });
    }
  }

  el.classList.add("gl-panel");
  keepKeys(el);
  requestAnimationFrame(() => keepKeys(el.closest(".gl-whole")));
  model.on("change:view", draw);
  const themes = new MutationObserver(draw);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  draw();
  return () => {
    model.off("change:view", draw);
    themes.disconnect();
    clearTimeout(timer);
    clearTimeout(looking);
  };
}

export default { render };
