import fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { testGateway } from "../../../test/support/gateway-fixture.ts";
import { LANES, LaneClient } from "../../../test/support/lane-client.ts";
import { signedHeaders, testKey } from "../../../test/support/test-key.ts";
import { defineEndpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

const alice = testKey();

const Everything = Type.Object({
  symbol: fields.symbol(),
  side: fields.enumeration(["buy", "sell"]),
  size: Type.Optional(fields.decimal()),
  limit: fields.limit({ default: 10, max: 100 }),
  startTime: Type.Optional(fields.timestampMs()),
  reduceOnly: Type.Optional(fields.yesNo()),
  orderId: Type.Optional(fields.id()),
  clientOid: Type.Optional(fields.clientOidV2()),
  coins: Type.Optional(fields.names({ itemsMax: 3 })),
  note: Type.Optional(fields.text({ pattern: "^\\w+$" })),
  orderList: Type.Optional(
    fields.batchOf(Type.Object({ size: fields.decimal() }), { itemsMax: 3 }),
  ),
});

const shared = { version: "v2", summary: "x", request: Everything, response: Everything } as const;
const publicRows = defineEndpoint({
  ...shared,
  method: "GET",
  paths: ["/rows"],
  access: { kind: "public" },
  limit: { perSecond: 1, per: "ip" },
  handle: (_context, request) => request,
});
const privateOrder = defineEndpoint({
  ...shared,
  method: "POST",
  paths: ["/order"],
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 1, per: "uid" },
  handle: (_context, request) => request,
});

const NAMES = Object.keys(Everything.properties);
const nasty = fc.constantFrom(
  ...["__proto__", "constructor", "\u0000", "%00", "%zz", "../..", "\ud800", "1e999", "-0", "NaN"],
  ...["'; drop", "<script>", "9".repeat(400), "٣", "\\u0000", "undefined", "null", "[]", "{}", "+"],
);
const value = fc.oneof(
  nasty,
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double().map(String),
);
const name = fc.oneof(fc.constantFrom(...NAMES), nasty);
const query = fc
  .array(fc.tuple(name, value, fc.boolean()), { maxLength: 8 })
  .map((pairs) =>
    pairs.map(([k, v, raw]) => `${printable(k)}=${raw ? printable(v) : encoded(v)}`).join("&"),
  );
const jsonBody = fc.dictionary(name, fc.jsonValue({ maxDepth: 4 })).map((o) => JSON.stringify(o));
const body = fc.oneof(jsonBody, value, fc.json());

/** What an HTTP client can put on the request line at all. */
function printable(text: string): string {
  return text.replace(/[^!-~]/g, "").replace(/[#&]/g, "");
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe.each(LANES)("hostile requests of the %s lane", (lane) => {
  it("get an answer in the envelope, all 10,000, and none is an internal fault", async () => {
    const endpoints = [publicRows, privateOrder];
    const { app, faults } = testGateway({ endpoints, keys: [alice], mode: "off", lane });
    const client = await LaneClient.of(app);
    const judge = (answer: { statusCode: number; body: string }): void => {
      expect(answer.statusCode).toBeLessThan(500);
      expect(Object.keys(JSON.parse(answer.body))).toEqual(["code", "msg", "requestTime", "data"]);
    };
    await fc.assert(
      fc.asyncProperty(query, body, async (search, text) => {
        judge(await client.send({ method: "GET", url: `/rows?${search}` }));
        const payload = text.toWellFormed();
        const headers = signedHeaders(alice, { method: "POST", target: "/order", body: payload });
        judge(await client.send({ method: "POST", url: "/order", headers, payload }));
      }),
      { numRuns: 5000 },
    );
    expect(faults).toEqual([]);
    await app.close();
  });
});
