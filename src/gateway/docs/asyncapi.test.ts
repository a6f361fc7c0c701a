import { describe, expect, it } from "vitest";
import { INTERFACE_CHANNELS } from "../../../tools/api-coverage/interface-channels.ts";
import { readChannelRequest } from "../websocket/channel-request.ts";
import { DESCRIBED_CHANNELS } from "../websocket/described-channels.ts";
import { TRADE_TOPICS_V3 } from "../websocket/trade-operations-v3.ts";
import { WEBSOCKET_PATHS } from "../websocket/websocket-gateway.ts";
import { asyncApiDocument } from "./asyncapi.ts";

interface Ref {
  readonly $ref: string;
}
interface Document {
  readonly asyncapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, Ref>> }>
  >;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly channel: Ref; readonly messages: Ref[] }>
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object }>>;
  };
}

const document = JSON.parse(JSON.stringify(asyncApiDocument("127.0.0.1:8080"))) as Document;

/** What a reference of the document points to; undefined for a dead one. */
function resolved(ref: string): unknown {
  let found: unknown = document;
  for (const step of ref.replace("#/", "").split("/")) {
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
  }
  return found;
}

/** An argument that the description of a channel allows. */
function argOf({ arg, required }: (typeof DESCRIBED_CHANNELS)[number]): Record<string, string> {
  const members = Object.entries(arg).filter(([name]) => required.includes(name));
  const sampleOf = (member: (typeof members)[number][1]): string => {
    if ("const" in member) return member.const;
    if ("enum" in member) return member.enum.at(-1) ?? "";
    return member.examples?.[0] ?? member.default ?? "";
  };
  return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member)]));
}

describe("the AsyncAPI document", () => {
  it("has the members that AsyncAPI 3 requires, with actions seen from the server", () => {
    expect(document.asyncapi).toBe("3.0.0");
    expect(document.info).toMatchObject({ title: "Bourse", version: "0.1.0" });
    for (const [id, { action }] of Object.entries(document.operations)) {
      expect(id).toMatch(/^[A-Za-z0-9]+$/);
      expect(["send", "receive"]).toContain(action);
    }
    const paths: readonly string[] = WEBSOCKET_PATHS;
    for (const { address } of Object.values(document.channels)) expect(paths).toContain(address);
  });

  it("has no dead reference, and each message of an operation is one of its channel", () => {
    for (const { channel, messages } of Object.values(document.operations)) {
      expect(resolved(channel.$ref), channel.$ref).toBeDefined();
      for (const { $ref } of messages) {
        expect($ref.startsWith(`${channel.$ref}/messages/`)).toBe(true);
        const { $ref: target } = resolved($ref) as Ref;
        expect(resolved(target), target).toMatchObject({ payload: expect.any(Object) });
      }
    }
    const used = Object.values(document.operations).flatMap(({ messages }) => messages);
    expect(used).toHaveLength(Object.keys(document.components.messages).length);
    expect(JSON.stringify(document)).not.toContain("x-reads");
  });

  it("describes arguments that subscriptions are read from", () => {
    for (const channel of DESCRIBED_CHANNELS) {
      expect(readChannelRequest(argOf(channel)), channel.name).toBeDefined();
    }
  });

  it("has every channel of the interface that is served", () => {
    const described = new Set(DESCRIBED_CHANNELS.map(({ version, name }) => `${version} ${name}`));
    for (const { arg, name } of INTERFACE_CHANNELS) {
      const isServed = readChannelRequest({ ...arg, instId: "BTCUSDT" }) !== undefined;
      if (isServed) expect(described).toContain(name.replace(" channel", ""));
    }
  });

  it("names symbol and product line of a v2 operation once, with values that it takes", () => {
    const { components } = document;
    for (const [name, values] of [
      ["tradeV2SpotPlaceOrder", { const: "SPOT" }],
      ["tradeV2MixCancelOrder", { enum: expect.arrayContaining(["USDT-FUTURES"]) }],
    ] as const) {
      const text = JSON.stringify(components.messages[name]?.payload);
      const payload = JSON.parse(text) as {
        properties: { args: { items: { properties: Record<string, object> } } };
      };
      const { instId, instType, params } = payload.properties.args.items.properties;
      expect(instType).toEqual(values);
      expect(instId).toMatchObject({ examples: ["BTCUSDT"] });
      expect(JSON.stringify(params)).not.toMatch(/"(symbol|productType)"/);
    }
  });

  it("has every trade operation with the schema of its endpoint", () => {
    const topics = Object.values(document.components.messages).flatMap(({ payload }) => {
      const text = JSON.stringify(payload);
      return text.includes('"op":{"const":"trade"}') ? [text] : [];
    });
    for (const topic of TRADE_TOPICS_V3) {
      expect(topics.some((text) => text.includes(`"topic":{"const":"${topic}"}`))).toBe(true);
    }
    expect(topics).toHaveLength(TRADE_TOPICS_V3.length + 4);
    for (const text of topics) expect(text).toMatch(/"(symbol|orderId|params)":/);
  });
});
