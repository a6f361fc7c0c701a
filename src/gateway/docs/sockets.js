/** Draws the WebSocket part of the reference page from the AsyncAPI document of this server. */
import { card, cardTitle, drawGroup, factList } from "/docs/cards.js";
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
  const list = element("div", {}, factList(facts));
  list.append(...memberList("Members", membersOf(payload), true));
  const isTried = operation.action === "receive" && payload.properties?.op?.const !== "login";
  const shown = isTried ? messageTrial({ address, text }) : example("Message", text);
  body.append(list, element("div", { class: "examples" }, shown));
}

function messageCard(entry) {
  const { id, operation, message } = entry;
  const { summary } = operation;
  const label = DIRECTIONS[operation.action];
  const kind = label === "send" ? "post" : "get";
  const names = membersOf(message.payload).map(({ name }) => name);
  return card({
    id: `ws-${id}`,
    title: cardTitle({ label, kind, name: id, summary }),
    words: ["websocket", entry.address, id, summary, ...names],
    fill: (body) => fillBody(body, entry),
  });
}

/** Adds a group of messages for each connection. */
export function drawSockets(api) {
  document.querySelector("#groups").append(element("strong", {}, "WebSocket"));
  const entries = Object.entries(api.operations).map(([id, operation]) => ({
    id,
    operation,
    channel: operation.channel.$ref.split("/").at(-1),
    message: api.components.messages[id],
  }));
  for (const [channel, members] of Map.groupBy(entries, (entry) => entry.channel)) {
    const { address, title } = api.channels[channel];
    drawGroup({
      id: `ws-${channel}`,
      link: address,
      heading: [`${address} `, element("span", { class: "quiet" }, title)],
      cards: members.map((entry) => messageCard({ ...entry, address })),
    });
  }
}
