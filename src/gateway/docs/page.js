/** Draws the reference page from the OpenAPI document of this server. */
import { answerExample, curlExample, payloadSchema, requestSchema } from "/docs/examples.js";
import { listenToForm, loadKeys } from "/docs/keys.js";
import { element, example, memberList, membersOf } from "/docs/members.js";
import { clearSearch, search } from "/docs/search.js";
import { drawSockets } from "/docs/sockets.js";
import { requestTrial } from "/docs/try-request.js";

const VERSIONS = { v2: "Version 2, classic accounts", v3: "Version 3, unified accounts" };

function factList(operation) {
  const permission = operation["x-permission"];
  const facts = [
    ["Access", permission === null ? "public, no key" : `signed, permission ${permission}`],
    ["Limit", operation["x-limit"]],
    ...(operation["x-aliases"] ?? []).map((alias) => ["Also", alias]),
  ];
  const pairs = facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  return element("dl", { class: "facts" }, ...pairs);
}

function fillBody(body, { path, method, operation }) {
  const members = membersOf(requestSchema(operation));
  const payload = payloadSchema(operation);
  const text = element("div", {});
  if (operation.description) text.append(element("p", {}, operation.description));
  text.append(
    factList(operation),
    ...memberList(method === "get" ? "Query" : "Body", members, true),
    ...memberList(payload.type === "array" ? "Data: a list of" : "Data", membersOf(payload), false),
  );
  const examples = element(
    "div",
    { class: "examples" },
    requestTrial({ path, method, operation }),
    example("Request", curlExample({ path, method, operation }, location.origin)),
    example("Answer", answerExample(operation)),
  );
  body.append(text, examples);
}

function endpointCard(endpoint) {
  const { path, method, operation } = endpoint;
  const names = membersOf(requestSchema(operation)).map(({ name }) => name);
  const body = element("div", { class: "body" });
  const card = element(
    "details",
    { id: operation.operationId, class: "endpoint" },
    element(
      "summary",
      {},
      element("span", { class: `method ${method}` }, method.toUpperCase()),
      element("code", {}, path),
      element("span", { class: "what" }, operation.summary),
    ),
    body,
  );
  card.addEventListener("toggle", () => {
    if (!card.open) return;
    if (body.childElementCount === 0) fillBody(body, endpoint);
    history.replaceState(null, "", `#${card.id}`);
  });
  const words = [method, path, operation.summary, operation["x-permission"] ?? "public", ...names];
  card.dataset.words = words.join(" ").toLowerCase();
  return card;
}

function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function drawEndpoints(api) {
  const list = document.querySelector("#endpoints");
  const groups = document.querySelector("#groups");
  list.replaceChildren();
  const byGroup = Map.groupBy(operationsOf(api), ({ operation }) => operation.tags[0]);
  let version = "";
  for (const [group, operations] of byGroup) {
    const [of, ...words] = group.split(" ");
    if (of !== version) groups.append(element("strong", {}, VERSIONS[of] ?? of));
    version = of;
    const id = `group-${group.replaceAll(" ", "-")}`;
    const count = element("span", { class: "quiet" }, ` ${operations.length}`);
    groups.append(element("a", { href: `#${id}` }, words.join(" "), count));
    const title = element("h2", { id }, element("span", { class: "quiet" }, `${of} `));
    title.append(words.join(" "));
    list.append(element("section", {}, title, ...operations.map(endpointCard)));
  }
}

function drawCodes(api) {
  const groups = document.querySelector("#groups");
  groups.append(element("strong", {}, "More"), element("a", { href: "#codes" }, "Codes"));
  for (const { code, status, message } of api["x-wire-codes"]) {
    const cells = [element("code", {}, code), String(status), message];
    const row = element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
    row.dataset.words = `${code} ${message}`.toLowerCase();
    document.querySelector("#code-rows").append(row);
  }
  document.querySelector("#codes").hidden = false;
}

/** Targets of links come to rest below the header, whose height depends on the width. */
function followHeader(header) {
  const measure = () =>
    document.documentElement.style.setProperty("--header", `${header.offsetHeight}px`);
  new ResizeObserver(measure).observe(header);
  measure();
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.closest("[hidden]") !== null) clearSearch();
  target.open = true;
  target.scrollIntoView();
}

function listenToKeys(input) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
}

followHeader(document.querySelector("header"));
const [answer, sockets] = await Promise.all([
  fetch("/docs/openapi.json"),
  fetch("/docs/asyncapi.json"),
  loadKeys(),
]);
if (answer.ok && sockets.ok) {
  const api = await answer.json();
  drawEndpoints(api);
  drawSockets(await sockets.json());
  drawCodes(api);
  const input = document.querySelector("#search");
  input.addEventListener("input", () => search(input.value));
  document.querySelector("#clear").addEventListener("click", () => {
    clearSearch();
    input.focus();
  });
  listenToKeys(input);
  listenToForm(document.querySelector("#own-key"));
  if (input.value !== "") search(input.value);
  addEventListener("hashchange", openTarget);
  openTarget();
} else {
  document.querySelector("#status").textContent =
    `The reference could not be loaded (${answer.status}).`;
}
