/** Draws the reference page of the trading interfaces from the documents of this server. */
import { drawCodes, drawGroup, endpointCard, factList, operationsOf } from "/docs/cards.js";
import { answerExample, curlExample, payloadSchema, requestSchema } from "/docs/examples.js";
import { startPage } from "/docs/frame.js";
import { listenToForm, loadKeys } from "/docs/keys.js";
import { element, example, memberList, membersOf, prose } from "/docs/members.js";
import { drawSockets } from "/docs/sockets.js";
import { requestTrial } from "/docs/try-request.js";

const VERSIONS = { v2: "Version 2, classic accounts", v3: "Version 3, unified accounts" };

function factsOf(operation) {
  const permission = operation["x-permission"];
  return [
    ["Access", permission === null ? "public, no key" : `signed, permission ${permission}`],
    ["Limit", operation["x-limit"]],
    ...(operation["x-aliases"] ?? []).map((alias) => ["Also", alias]),
  ];
}

function fillBody(body, { path, method, operation }) {
  const members = membersOf(requestSchema(operation));
  const payload = payloadSchema(operation);
  const text = element("div", {});
  if (operation.description) text.append(prose(operation.description));
  text.append(
    factList(factsOf(operation)),
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

function cardOf(endpoint) {
  const { operation } = endpoint;
  const names = membersOf(requestSchema(operation)).map(({ name }) => name);
  const words = [operation["x-permission"] ?? "public", ...names];
  return endpointCard(endpoint, words, (body) => fillBody(body, endpoint));
}

function drawEndpoints(api) {
  const groups = document.querySelector("#groups");
  const byGroup = Map.groupBy(operationsOf(api), ({ operation }) => operation.tags[0]);
  let version = "";
  for (const [group, operations] of byGroup) {
    const [of, ...words] = group.split(" ");
    if (of !== version) groups.append(element("strong", {}, VERSIONS[of] ?? of));
    version = of;
    drawGroup({
      id: `group-${group.replaceAll(" ", "-")}`,
      link: words.join(" "),
      heading: [element("span", { class: "quiet" }, `${of} `), words.join(" ")],
      cards: operations.map(cardOf),
    });
  }
}

/** A link to the page of the operator, which the search finds too. */
function drawAdminLink() {
  const link = element("a", { href: "/docs/admin" }, "Reference of the admin API");
  const entry = element("p", { class: "endpoint link" }, link);
  entry.dataset.words = "admin api administration operator token users credits halts";
  document
    .querySelector("#groups")
    .append(element("strong", {}, "Administration"), element("a", { href: "#admin" }, "Admin API"));
  const head = element("h2", { id: "admin" }, "Administration");
  document.querySelector("#endpoints").append(element("section", {}, head, entry));
}

await loadKeys();
await startPage(["/docs/openapi.json", "/docs/asyncapi.json"], (api, sockets) => {
  drawEndpoints(api);
  drawSockets(sockets);
  drawAdminLink();
  drawCodes(api["x-wire-codes"]);
  listenToForm(document.querySelector("#own-key"));
});
