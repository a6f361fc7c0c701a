import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { testGateway } from "../../../test/support/gateway-fixture.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { batchOf, enumeration, limit, symbol } from "../http/fields.ts";
import { listEndpoints } from "../list-endpoints.ts";
import { openApiDocument } from "./openapi.ts";
import { type ReadyKey, registerAdminReference, registerReferencePage } from "./reference-page.ts";

const Row = Type.Object({ orderId: Type.String(), required: Type.Boolean() });

const getRows = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/rows", "/api/v2/spot/rows"],
  version: "v2",
  summary: "Rows",
  access: { kind: "private", permission: ["read", "spot_trade"] },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    symbol: symbol({ description: "The pair" }),
    side: Type.Optional(enumeration(["buy", "sell"])),
    limit: limit({ default: 20, max: 100 }),
  }),
  response: Type.Array(Row),
  handle: () => [],
});

const postRows = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/rows"],
  version: "v3",
  summary: "Rows at once",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perMinute: 5, per: "uid" },
  batch: true,
  request: batchOf(Type.Object({ symbol: symbol() }), { itemsMax: 20 }),
  response: Type.Array(Row),
  handle: () => [],
});

describe("the OpenAPI document", () => {
  const api = JSON.parse(JSON.stringify(openApiDocument([getRows, postRows])));

  it("lists each path with parameters, permission and limit", () => {
    expect(Object.keys(api.paths)).toEqual([
      "/api/v2/spot/trade/rows",
      "/api/v2/spot/rows",
      "/api/v3/trade/rows",
    ]);
    const operation = api.paths["/api/v2/spot/trade/rows"].get;
    expect(operation).toMatchObject({
      operationId: "getApiV2SpotTradeRows",
      tags: ["v2 spot trade"],
      "x-permission": "read or spot_trade",
      "x-limit": "10 per second and user",
      "x-aliases": ["/api/v2/spot/rows"],
    });
    expect(operation.parameters).toMatchObject([
      { name: "symbol", in: "query", required: true, description: "The pair" },
      { name: "side", required: false, schema: { enum: ["buy", "sell"] } },
      { name: "limit", required: false, schema: { default: 20, maximum: 100 } },
    ]);
  });

  it("shows a batch as a list, and no internal keyword", () => {
    const operation = api.paths["/api/v3/trade/rows"].post;
    expect(operation.requestBody.content["application/json"].schema).toEqual({
      type: "array",
      minItems: 1,
      maxItems: 20,
      items: {
        type: "object",
        required: ["symbol"],
        properties: { symbol: { type: "string", maxLength: 40 } },
      },
    });
    expect(JSON.stringify(api)).not.toContain("x-reads");
  });

  it("writes lists of fixed positions in the words of JSON Schema 2020-12", () => {
    const response = Type.Array(Type.Tuple([Type.String(), Type.String()]));
    const document = openApiDocument([{ ...getRows, response }]);
    const { data } = JSON.parse(JSON.stringify(document)).paths["/api/v2/spot/rows"].get.responses[
      "200"
    ].content["application/json"].schema.properties;
    const items = [{ type: "string" }, { type: "string" }];
    expect(data.items).toMatchObject({ type: "array", prefixItems: items, items: false });
    expect(JSON.stringify(openApiDocument(listEndpoints()))).not.toMatch(/"items":\[/);
  });

  it("shows no placeholder of a message", () => {
    const codes = JSON.stringify(openApiDocument([])["x-wire-codes"]);
    expect(codes).toContain("Parameter … must not be empty");
    expect(codes).not.toMatch(/\{\d\}/);
  });

  it("names every operation once", () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(listEndpoints())));
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const KEY = {
  name: "demo",
  kind: "classic",
  isDemo: true,
  apiKey: "bg_demo",
  secret: "of-demo",
  passphrase: "demo1234",
} satisfies ReadyKey;

type App = ReturnType<typeof testGateway>["app"];

/** URLs that a page loads, with those that its scripts import and fetch. */
async function sourcesOf(app: App, url: string): Promise<ReadonlySet<string>> {
  const page = await app.inject(url);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  const loaded = [...page.body.matchAll(/(?:src|href)="(?!data:|#)([^"]+)"/g)];
  const sources = new Set(loaded.map(([, source]) => source ?? ""));
  for (const source of sources) {
    if (!source.endsWith(".js")) continue;
    const { body } = await app.inject(source);
    // The one request beyond the pages is the time for signatures.
    for (const [found] of body.matchAll(/(?<=")\/docs\/[\w/.-]+(?=")/g)) sources.add(found);
  }
  return sources;
}

describe("the reference page", () => {
  it.each([
    ["/docs", ["/docs/page.js", "/docs/openapi.json", "/docs/asyncapi.json", "/docs/admin"]],
    ["/docs/admin", ["/docs/admin.js", "/docs/admin/openapi.json", "/docs/cards.js", "/docs"]],
  ])("%s is served with its parts and loads nothing from other origins", async (url, some) => {
    const { app } = testGateway({ endpoints: [] });
    registerReferencePage(app, [getRows], [KEY]);
    registerAdminReference(app, () => ({}));
    const sources = await sourcesOf(app, url);
    for (const source of some) expect(sources).toContain(source);
    for (const source of sources) {
      const part = await app.inject(source);
      expect([source, part.statusCode]).toEqual([source, 200]);
      expect(part.body, source).not.toMatch(/https?:\/\/(?!127\.0\.0\.1:8080$)/m);
      expect(part.body, source).not.toMatch(/\{(?:title|links|start|searched|document|script)\}/);
    }
    await app.close();
  });

  it("is where its addresses with a slash lead", async () => {
    const { app } = testGateway({ endpoints: [] });
    registerReferencePage(app, [getRows], [KEY]);
    registerAdminReference(app, () => ({}));
    expect((await app.inject("/docs/")).headers["location"]).toBe("/docs");
    expect((await app.inject("/docs/admin/")).headers["location"]).toBe("/docs/admin");
    await app.close();
  });

  it("counts what a search finds, and says when that is nothing", async () => {
    const { href } = new URL("search.js", import.meta.url);
    const { foundText } = (await import(href)) as {
      readonly foundText: (entries: number, codes: number) => string;
    };
    const texts = [foundText(0, 0), foundText(1, 0), foundText(2, 1), foundText(0, 2)];
    expect(texts).toEqual([
      "Nothing found",
      "1 entry, 0 codes",
      "2 entries, 1 code",
      "0 entries, 2 codes",
    ]);
  });

  it("lists the keys that it signs with, and lets nobody keep the list", async () => {
    const { app } = testGateway({ endpoints: [] });
    registerReferencePage(app, [getRows], [KEY]);
    const list = await app.inject("/docs/keys.json");
    expect(list.json()).toEqual({ users: [KEY] });
    expect(list.headers).toMatchObject({ "cache-control": "no-store" });
    expect(list.headers).not.toHaveProperty("access-control-allow-origin");
    await app.close();
  });

  it("names the port of this exchange in the document of WebSocket", async () => {
    const { app } = testGateway({ endpoints: [] });
    registerReferencePage(app, [getRows], [KEY]);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const { servers } = (await app.inject("/docs/asyncapi.json")).json();
    expect(servers.exchange).toEqual({ host: new URL(url).host, protocol: "ws" });
    await app.close();
  });

  it("returns 304 and no bytes to a client that has the current file", async () => {
    const { app } = testGateway({ endpoints: [] });
    registerReferencePage(app, [getRows], [KEY]);
    const url = "/docs/openapi.json";
    const first = await app.inject(url);
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await app.inject({ url, headers: { "if-none-match": `"other", W/${tag}` } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const other = await app.inject({ url, headers: { "if-none-match": '"other"' } });
    expect([other.statusCode, other.body]).toEqual([200, first.body]);
    await app.close();
  });
});
