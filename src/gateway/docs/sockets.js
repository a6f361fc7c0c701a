/** Draws the WebSocket part of the reference page from the AsyncAPI document of this server. */
import { isShown, SAMPLES, textFor } from "/docs/examples.js";
import { element, example, memberList, membersOf } from "/docs/members.js";
import { messageTrial } from "/docs/try-message.js";

const DIRECTIONS = { receive: "send", send: "get" };

/** What a member of a message is in an example. */
function sampleOf(schema, name = "") {
  if (schema.const !== undefined) return schema.const;
  const known = SAMPLES[name];
  if (schema.enum) return schema.enum.includes(known) ? known : schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf) return sampleOf(schema.anyOf[0], name);
  if (schema.type === "array") return schema.items ? [sampleOf(schema.items)] : [];
  if (schema.type === "object") {
    const members = Object.entries(schema.properties ?? {});
    const shown = members.filter(([member]) => isShown(member, schema));
    return Object.fromEntries(shown.map(([member, of]) => [member, sampleOf(of, member)]));
  }
  return schema.type === "integer" ? 0 : (known ?? textFor(name));
}

function fillBody(body, { address, operation, message }) {
  const { payload } = message;
  const isText = typeof payload.const === "string";
  const text = isText ? payload.const : JSON.stringify(sampleOf(payload), null, 2);
  const facts = [
    ["Connection", address],
    ...(operation["x-permission"] ? [["Permission", operation["x-permission"]]] : []),
    ...(operation["x-limit"] ? [["Limit", operation["x-limit"]]] : []),
  ];
  const pairs = facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  const list = element("div", {}, element("dl", { class: "facts" }, ...pairs));
  list.append(...memberList("Members", membersOf(payload), true));
  const isTried = operation.action === "receive" && payload.properties?.op?.const !== "login";
  const shown = isTried ? messageTrial({ address, text }) : example("Message", text);
  body.append(list, element("div", { class: "examples" }, shown));
}

function messageCard(entry) {
  const { id, operation, message } = entry;
  const body = element("div", { class: "body" });
  const direction = DIRECTIONS[operation.action];
  const title = element("code", {}, id);
  const card = element(
    "details",
    { id: `ws-${id}`, class: "endpoint" },
    element(
      "summary",
      {},
      element("span", { class: `method ${direction === "send" ? "post" : "get"}` }, direction),
      title,
      element("span", { class: "what" }, operation.summary),
    ),
    body,
  );
  card.addEventListener("toggle", () => {
    if (!card.open) return;
    if (body.childElementCount === 0) fillBody(body, entry);
    history.replaceState(null, "", `#${card.id}`);
  });
  const names = membersOf(message.payload).map(({ name }) => name);
  const words = ["websocket", entry.address, id, operation.summary, ...names];
  card.dataset.words = words.join(" ").toLowerCase();
  return card;
}

/** Adds a group of messages for each connection. */
export function drawSockets(api) {
  const list = document.querySelector("#endpoints");
  const groups = document.querySelector("#groups");
  groups.append(element("strong", {}, "WebSocket"));
  const entries = Object.entries(api.operations).map(([id, operation]) => ({
    id,
    operation,
    channel: operation.channel.$ref.split("/").at(-1),
    message: api.components.messages[id],
  }));
  for (const [channel, members] of Map.groupBy(entries, (entry) => entry.channel)) {
    const { address, title } = api.channels[channel];
    const count = element("span", { class: "quiet" }, ` ${members.length}`);
    groups.append(element("a", { href: `#ws-${channel}` }, address, count));
    const head = element("h2", { id: `ws-${channel}` }, `${address} `);
    head.append(element("span", { class: "quiet" }, title));
    list.append(
      element("section", {}, head, ...members.map((entry) => messageCard({ ...entry, address }))),
    );
  }
}
