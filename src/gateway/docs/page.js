/** Draws the reference page from the OpenAPI document of this server. */
import { answerExample, curlExample, payloadSchema, requestSchema } from "/docs/examples.js";

/** Deepest nesting of members that is listed. */
const DEPTH_MAX = 6;
/** Longer lists of values stand folded. */
const VALUES_SHOWN_MAX = 12;

const VERSIONS = { v2: "Version 2, classic accounts", v3: "Version 3, unified accounts" };

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function typeText(schema) {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return "one of";
  if (schema.type === "array") {
    return schema.items?.type ? `list of ${typeText(schema.items)}s` : "list";
  }
  return schema.format ?? schema.type ?? "any";
}

function boundsText(schema) {
  const { minimum, maximum } = schema;
  const parts = [];
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} to ${maximum}`);
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems} items`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  if (schema.default !== undefined) parts.push(`default ${defaultText(schema.default)}`);
  return parts.join(", ");
}

function defaultText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Members of a schema with those nested in them, each with its depth. */
function membersOf(schema, depth = 0) {
  if (depth > DEPTH_MAX || !schema) return [];
  if (schema.type === "array") return membersOf(schema.items, depth);
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => membersOf(choice, depth));
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    { name, member, depth, required: (schema.required ?? []).includes(name) },
    ...membersOf(member, depth + 1),
  ]);
}

function valueList(values) {
  const codes = values.map((value) => element("code", {}, value));
  const list = element("div", { class: "values" }, ...codes);
  if (values.length <= VALUES_SHOWN_MAX) return list;
  return element("details", {}, element("summary", {}, `${values.length} values`), list);
}

function memberItem({ name, member, depth, required }, isRequest) {
  const head = element("div", { class: "name" }, element("code", {}, name));
  head.append(element("span", { class: "type" }, typeText(member)));
  if (isRequest && required) head.append(element("span", { class: "required" }, "required"));
  const bounds = boundsText(member);
  if (bounds) head.append(element("span", { class: "quiet" }, bounds));
  const item = element("li", { class: `depth-${depth}` }, head);
  if (member.description) item.append(element("p", { class: "quiet" }, member.description));
  if (member.enum) item.append(valueList(member.enum));
  return item;
}

function memberList(title, members, isRequest) {
  if (members.length === 0) return [];
  const items = members.map((member) => memberItem(member, isRequest));
  return [element("h4", {}, title), element("ul", { class: "members" }, ...items)];
}

function example(title, text) {
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });
  const code = element("pre", { tabindex: "0" }, text);
  return element("div", { class: "example" }, element("h4", {}, title), button, code);
}

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
  groups.append(element("strong", {}, "More"), element("a", { href: "#codes" }, "Codes"));
}

function drawCodes(api) {
  for (const { code, status, message } of api["x-wire-codes"]) {
    const cells = [element("code", {}, code), String(status), message];
    const row = element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
    row.dataset.words = `${code} ${message}`.toLowerCase();
    document.querySelector("#code-rows").append(row);
  }
  document.querySelector("#codes").hidden = false;
}

function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (item) => words.every((word) => item.dataset.words.includes(word));
  for (const item of document.querySelectorAll("[data-words]")) item.hidden = !matches(item);
  for (const section of document.querySelectorAll("#endpoints > section")) {
    section.hidden = section.querySelector(".endpoint:not([hidden])") === null;
  }
  const shown = (selector) => document.querySelectorAll(`${selector}:not([hidden])`).length;
  const codes = shown("#code-rows > tr");
  document.querySelector("#start").hidden = words.length > 0;
  document.querySelector("#codes").hidden = codes === 0;
  document.querySelector("#found").textContent =
    words.length === 0 ? "" : `${shown(".endpoint")} endpoints, ${codes} codes`;
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
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

const answer = await fetch("/docs/openapi.json");
if (answer.ok) {
  const api = await answer.json();
  drawEndpoints(api);
  drawCodes(api);
  const input = document.querySelector("#search");
  input.addEventListener("input", () => search(input.value));
  listenToKeys(input);
  if (input.value !== "") search(input.value);
  addEventListener("hashchange", openTarget);
  openTarget();
} else {
  document.querySelector("#status").textContent =
    `The reference could not be loaded (${answer.status}).`;
}
