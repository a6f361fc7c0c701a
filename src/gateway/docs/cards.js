/** Elements of the reference pages: groups of endpoints, their cards, and the table of codes. */
import { element } from "/docs/members.js";

/** Facts about an endpoint, as pairs of name and value. */
export function factList(facts) {
  const pairs = facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  return element("dl", { class: "facts" }, ...pairs);
}

/**
 * A card that opens. `title` is what it shows closed, `fill` fills its body when it is first
 * opened, `words` are what the search compares.
 */
export function card({ id, title, words, fill }) {
  const body = element("div", { class: "body" });
  const made = element("details", { id, class: "endpoint" }, title, body);
  made.addEventListener("toggle", () => {
    if (!made.open) return;
    if (body.childElementCount === 0) fill(body);
    history.replaceState(null, "", `#${made.id}`);
  });
  made.dataset.words = words.join(" ").toLowerCase();
  return made;
}

/** What the card of a message or an endpoint shows when it is closed. */
export function cardTitle({ label, kind, name, summary }) {
  return element(
    "summary",
    {},
    element("span", { class: `method ${kind}` }, label),
    element("code", {}, name),
    element("span", { class: "what" }, summary),
  );
}

/** The card of an endpoint. */
export function endpointCard({ path, method, operation }, words, fill) {
  const { operationId: id, summary } = operation;
  const kind = method === "get" ? "get" : "post";
  const title = cardTitle({ label: method.toUpperCase(), kind, name: path, summary });
  return card({ id, title, words: [method, path, summary, ...words], fill });
}

/** All operations of a document. */
export function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Adds a group of cards under a heading, and a link to it with their number. */
export function drawGroup({ id, link, heading, cards }) {
  const count = element("span", { class: "quiet" }, ` ${cards.length}`);
  document.querySelector("#groups").append(element("a", { href: `#${id}` }, link, count));
  const head = element("h2", { id }, ...heading);
  document.querySelector("#endpoints").append(element("section", {}, head, ...cards));
}

/** Adds the table of codes. */
export function drawCodes(codes) {
  const groups = document.querySelector("#groups");
  groups.append(element("strong", {}, "More"), element("a", { href: "#codes" }, "Codes"));
  for (const { code, status, message } of codes) {
    const cells = [element("code", {}, code), String(status), message];
    const row = element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
    row.dataset.words = `${code} ${message}`.toLowerCase();
    document.querySelector("#code-rows").append(row);
  }
  document.querySelector("#codes").hidden = false;
}
