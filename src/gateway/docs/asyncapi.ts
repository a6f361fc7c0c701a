/** The AsyncAPI document of WebSocket: channels, trade operations, login, errors. */
import { PRODUCT_TYPES } from "../../wire/words/categories.ts";
import type { TradeEndpoint } from "../http/endpoint.ts";
import { SOCKET_CODES } from "../websocket/control-frames.ts";
import { DESCRIBED_CHANNELS, type DescribedChannel } from "../websocket/described-channels.ts";
import { TRADE_ENDPOINTS_V2 } from "../websocket/trade-operations-v2.ts";
import { TRADE_ENDPOINTS_V3 } from "../websocket/trade-operations-v3.ts";
import { type Json, type JsonObject, limitText, schemaForClients } from "./openapi.ts";

const CONNECTION = {
  v2: { address: "/v2/ws", title: "Version 2, classic accounts" },
  v3: { address: "/v3/ws", title: "Version 3, unified accounts" },
} as const;
type Version = keyof typeof CONNECTION;

/** A message and how it travels. */
interface Described {
  /** Key of the operation and of its message. */
  readonly id: string;
  readonly version: Version;
  readonly isPrivate: boolean;
  /** Direction as seen from the server. */
  readonly action: "send" | "receive";
  readonly summary: string;
  readonly payload: JsonObject;
  readonly more?: JsonObject;
}

const TEXT: JsonObject = { type: "string" };

function object(
  properties: Readonly<Record<string, Json>>,
  required: readonly string[],
): JsonObject {
  return { type: "object", required, properties };
}

function idOf(...words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).filter(Boolean);
  return parts
    .map((part, at) => (at === 0 ? part : part[0]?.toUpperCase() + part.slice(1)))
    .join("");
}

function channelMessages(channel: DescribedChannel): readonly Described[] {
  const { version, name, isPrivate, description } = channel;
  const arg = object(channel.arg, channel.required);
  const list = { type: "array", minItems: 1, items: arg };
  const shared = { version, isPrivate } as const;
  return [
    {
      ...shared,
      id: idOf("subscribe", version, isPrivate ? "private" : "public", name),
      action: "receive",
      summary: `Subscribe to ${name}, or unsubscribe`,
      payload: object({ op: { enum: ["subscribe", "unsubscribe"] }, args: list }, ["op", "args"]),
    },
    {
      ...shared,
      id: idOf("push", version, isPrivate ? "private" : "public", name),
      action: "send",
      summary: description,
      payload: object(
        {
          action: { enum: ["snapshot", "update"] },
          arg,
          data: { type: "array" },
          ts: { type: "integer", description: "Unix milliseconds" },
        },
        ["action", "arg", "data", "ts"],
      ),
    },
  ];
}

function tradeFacts(endpoint: TradeEndpoint): JsonObject {
  const { access, limit, paths } = endpoint;
  return {
    "x-permission": [access.permission].flat().join(" or "),
    "x-limit": `${limitText(limit)}, together with POST ${paths[0]}`,
  };
}

function tradeV3(topic: string, isBatch: boolean, endpoint: TradeEndpoint): Described {
  const request = schemaForClients(endpoint.request);
  return {
    id: idOf("trade", "v3", topic),
    version: "v3",
    isPrivate: true,
    action: "receive",
    summary: endpoint.summary,
    payload: object(
      {
        op: { const: "trade" },
        id: { ...TEXT, maxLength: 64, description: "Repeated in the answer" },
        topic: { const: topic },
        category: { ...TEXT, description: "Of all orders that name none" },
        args: isBatch ? request : { type: "array", minItems: 1, maxItems: 1, items: request },
      },
      ["op", "topic", "args"],
    ),
    more: tradeFacts(endpoint),
  };
}

/** The parameters of an endpoint without those that the message has beside them. */
function paramsV2(endpoint: TradeEndpoint): JsonObject {
  const schema = schemaForClients(endpoint.request);
  const { properties, required } = schema as {
    readonly properties: JsonObject;
    readonly required?: readonly string[];
  };
  const isOwn = (name: string): boolean => name !== "symbol" && name !== "productType";
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name))),
    required: (required ?? []).filter(isOwn),
  };
}

function tradeV2(line: string, channel: string, endpoint: TradeEndpoint): Described {
  const item = object(
    {
      id: { ...TEXT, maxLength: 40, description: "Repeated in the answer", examples: ["1"] },
      instType: line === "spot" ? { const: "SPOT" } : { enum: [...PRODUCT_TYPES] },
      instId: { ...TEXT, description: "The symbol", examples: ["BTCUSDT"] },
      channel: { const: channel },
      params: paramsV2(endpoint),
    },
    ["id", "instType", "instId", "channel", "params"],
  );
  return {
    id: idOf("trade", "v2", line, channel),
    version: "v2",
    isPrivate: true,
    action: "receive",
    summary: endpoint.summary,
    payload: object(
      { op: { const: "trade" }, args: { type: "array", minItems: 1, maxItems: 1, items: item } },
      ["op", "args"],
    ),
    more: tradeFacts(endpoint),
  };
}

function tradeMessages(): readonly Described[] {
  const v2 = Object.entries(TRADE_ENDPOINTS_V2).flatMap(([line, channels]) =>
    Object.entries<TradeEndpoint>(channels).map(([name, one]) => tradeV2(line, name, one)),
  );
  const v3 = [...TRADE_ENDPOINTS_V3].map(([topic, { endpoint, isBatch }]) =>
    tradeV3(topic, isBatch, endpoint),
  );
  return [...v2, ...v3];
}

/** Messages of every connection: login, ping, answers. */
function controlMessages(version: Version): readonly Described[] {
  const described = (
    name: string,
    action: Described["action"],
    summary: string,
    payload: JsonObject,
  ): Described => {
    return { id: idOf(name, version), version, isPrivate: true, action, summary, payload };
  };
  const login = object(
    {
      apiKey: TEXT,
      passphrase: TEXT,
      timestamp: { ...TEXT, description: "Unix seconds or milliseconds, within 30 seconds" },
      sign: {
        ...TEXT,
        description: "Base64 of HMAC-SHA256 under the secret over timestamp, GET and /user/verify",
      },
    },
    ["apiKey", "passphrase", "timestamp", "sign"],
  );
  const codes = Object.keys(SOCKET_CODES).map(Number);
  return [
    described(
      "login",
      "receive",
      "Log in",
      object({ op: { const: "login" }, args: { type: "array", items: login } }, ["op", "args"]),
    ),
    described("ping", "receive", "Keep the connection: the bare text", { const: "ping" }),
    described("pong", "send", "Answer to ping: the bare text", { const: "pong" }),
    described(
      "done",
      "send",
      "Login, subscription or trade operation is done",
      object({ event: { enum: ["login", "subscribe", "unsubscribe", "trade"] } }, ["event"]),
    ),
    described(
      "error",
      "send",
      "A message is refused",
      object(
        {
          event: { const: "error" },
          code: {
            description: "A number in control frames, a wire code in answers to operations",
            anyOf: [{ enum: codes }, TEXT],
          },
          msg: TEXT,
        },
        ["event", "code", "msg"],
      ),
    ),
  ];
}

function connectionId({ version, isPrivate }: Pick<Described, "version" | "isPrivate">): string {
  return `${version}${isPrivate ? "Private" : "Public"}`;
}

function connections(described: readonly Described[]): JsonObject {
  const groups = Map.groupBy(described, connectionId);
  const entries = [...groups].map(([id, members]) => {
    const [{ version, isPrivate }] = members as [Described];
    const { address, title } = CONNECTION[version];
    const messages = members.map(({ id: name }) => {
      return [name, { $ref: `#/components/messages/${name}` }] as const;
    });
    const channel: JsonObject = {
      address: `${address}/${isPrivate ? "private" : "public"}`,
      title,
      description:
        "Every path takes the messages of all paths; /ws is one more. With /demo before it, a " +
        "path is that of the demo realm.",
      messages: Object.fromEntries(messages),
    };
    return [id, channel] as const;
  });
  return Object.fromEntries(entries);
}

function operationOf(described: Described): JsonObject {
  const { action, id, more, summary } = described;
  const channel = `#/channels/${connectionId(described)}`;
  return {
    action,
    summary,
    channel: { $ref: channel },
    messages: [{ $ref: `${channel}/messages/${id}` }],
    ...more,
  };
}

/**
 * Returns the AsyncAPI 3 document of WebSocket, made from the registry of channels and from the
 * schemas of the endpoints that trade operations run. `host` is the address of the exchange, with
 * its port.
 */
export function asyncApiDocument(host: string): JsonObject {
  const described = [
    ...DESCRIBED_CHANNELS.flatMap(channelMessages),
    ...tradeMessages(),
    ...controlMessages("v2"),
    ...controlMessages("v3"),
  ];
  const operations = described.map((one) => [one.id, operationOf(one)] as const);
  const messages = described.map(({ id, payload, summary }) => {
    return [id, { name: id, summary, contentType: "application/json", payload }] as const;
  });
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Bourse",
      version: "0.1.0",
      description:
        "WebSocket interface. Send ping at least every two minutes; at most 10 messages a second.",
      license: { name: "Apache-2.0" },
    },
    defaultContentType: "application/json",
    servers: { exchange: { host, protocol: "ws" } },
    channels: connections(described),
    operations: Object.fromEntries(operations),
    components: { messages: Object.fromEntries(messages) },
  };
}
