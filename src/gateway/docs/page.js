/** Draws the reference page from the OpenAPI document of this server. */

/** Longest indentation of nested members in the tables. */
const DEPTH_MAX = 6;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function typeText(schema) {
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${schema.items ? typeText(schema.items) : "values"}`;
  return schema.format ?? schema.type ?? "any";
}

function boundsText(schema) {
  const parts = [];
  if (schema.default !== undefined) parts.push(`default ${schema.default}`);
  if (schema.minimum !== undefined) parts.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined) parts.push(`to ${schema.maximum}`);
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems} items`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  return parts.join(", ");
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

function memberRow({ name, member, depth, required }, isRequest) {
  const label = element("code", {}, "› ".repeat(depth) + name);
  const notes = [member.description, boundsText(member)].filter(Boolean).join("; ");
  const cells = [
    element("td", {}, label),
    element("td", {}, element("code", {}, typeText(member))),
  ];
  if (isRequest) cells.push(element("td", {}, required ? "required" : "optional"));
  cells.push(element("td", { class: "quiet" }, notes));
  return element("tr", {}, ...cells);
}

function memberTable(title, members, isRequest) {
  if (members.length === 0) return [];
  const heads = ["Name", "Type", ...(isRequest ? ["Needed"] : []), "Notes"];
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  const rows = members.map((member) => memberRow(member, isRequest));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  return [element("h3", {}, title), element("div", { class: "wide" }, table)];
}

function requestMembers(operation) {
  if (operation.parameters) {
    return operation.parameters.map(({ name, required, schema, description }) => ({
      name,
      member: { ...schema, description },
      depth: 0,
      required,
    }));
  }
  return membersOf(operation.requestBody?.content["application/json"].schema);
}

function endpointCard({ path, method, operation }) {
  const members = requestMembers(operation);
  const payload = operation.responses["200"].content["application/json"].schema.properties.data;
  const facts = [
    operation["x-permission"] === null
      ? "public"
      : `signed, permission ${operation["x-permission"]}`,
    operation["x-limit"],
    ...(operation["x-aliases"] ?? []).map((alias) => `also ${alias}`),
  ];
  const body = element("div", { class: "body" });
  if (operation.description) body.append(element("p", {}, operation.description));
  body.append(
    element("div", { class: "facts" }, ...facts.map((fact) => element("span", {}, fact))),
    ...memberTable("Parameters", members, true),
    ...memberTable(
      payload.type === "array" ? "Data, a list of" : "Data",
      membersOf(payload),
      false,
    ),
  );
  if (members.length === 0) body.append(element("p", { class: "quiet" }, "No parameters."));
  const card = element(
    "details",
    { id: operation.operationId },
    element(
      "summary",
      {},
      element("span", { class: `method ${method}` }, method.toUpperCase()),
      element("code", {}, path),
      element("span", { class: "what" }, operation.summary),
    ),
    body,
  );
  const words = [method, path, operation.summary, ...members.map(({ name }) => name), ...facts];
  card.dataset.words = words.join(" ").toLowerCase();
  return card;
}

function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function draw(api) {
  const list = document.querySelector("#endpoints");
  const groups = document.querySelector("#groups");
  list.replaceChildren();
  const byGroup = Map.groupBy(operationsOf(api), ({ operation }) => operation.tags[0]);
  for (const [group, operations] of byGroup) {
    const id = `group-${group.replaceAll(" ", "-")}`;
    groups.append(element("a", { href: `#${id}` }, group));
    const cards = operations.map(endpointCard);
    list.append(element("section", {}, element("h2", { id }, group), ...cards));
  }
  groups.append(element("a", { href: "#codes" }, "Codes"));
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
    section.hidden = section.querySelector("details:not([hidden])") === null;
  }
  document.querySelector("#start").hidden = words.length > 0;
}

const answer = await fetch("/docs/openapi.json");
if (answer.ok) {
  draw(await answer.json());
  const input = document.querySelector("#search");
  input.addEventListener("input", () => search(input.value));
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (target !== null) {
    target.open = true;
    target.scrollIntoView();
  }
} else {
  document.querySelector("#status").textContent =
    `The reference could not be loaded (${answer.status}).`;
}
