import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INTERFACE_V2 } from "../../src/gateway/interface/interface-v2.ts";
import { INTERFACE_V3 } from "../../src/gateway/interface/interface-v3.ts";
import { NOT_OFFERED_V2 } from "../../src/gateway/interface/not-offered-v2.ts";
import { NOT_OFFERED_V3 } from "../../src/gateway/interface/not-offered-v3.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { parseSource } from "../tidy/syntax.ts";
import { methodsOfBitgetApi, requestsOfCcxt } from "./client-methods.ts";
import { CLIENTS_PATH, clientsPage } from "./clients-page.ts";
import {
  COVERAGE_PATH,
  claimable,
  claimsOf,
  coveragePage,
  interfaceEndpoints,
  unlistedRoutes,
  unproven,
} from "./coverage-page.ts";
import { readClaims } from "./read-claims.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

describe("the pages of coverage", () => {
  it.each([
    [COVERAGE_PATH, coveragePage],
    [CLIENTS_PATH, clientsPage],
  ])("%s is up to date: npm run api-coverage", (path, pageOf) => {
    expect(readFileSync(join(ROOT, path), "utf8") === pageOf(claimsOf(ROOT))).toBe(true);
  });

  it("are made of claims about things that exist", () => {
    const known = claimable();
    const unknown = claimsOf(ROOT).filter(({ served }) => !known.has(served));
    expect(unknown).toEqual([]);
  });
});

it("every route, channel and operation that is built is proven by a conformance test", () => {
  expect(unproven(claimsOf(ROOT))).toEqual([]);
});

describe("the interface", () => {
  const known = new Set([...interfaceEndpoints(), ...unlistedRoutes()]);
  const unknown = (endpoints: Iterable<string>) =>
    [...endpoints].filter((endpoint) => !known.has(endpoint));

  it.each(["v2", "v3"] as const)("has every endpoint of bitget-api's client of %s", (version) => {
    const methods = methodsOfBitgetApi(version);
    expect(methods.length).toBeGreaterThan(200);
    expect(unknown(methods.flatMap(({ endpoints }) => endpoints))).toEqual([]);
  });

  it("has every endpoint of ccxt's class", () => {
    const endpoints = [...requestsOfCcxt().values()];
    expect(endpoints.length).toBeGreaterThan(500);
    expect(unknown(endpoints)).toEqual([]);
  });

  it("lists each endpoint once, and offers what it serves", () => {
    const groups = [INTERFACE_V2, INTERFACE_V3, NOT_OFFERED_V2, NOT_OFFERED_V3].flat();
    const listed = groups.flatMap(({ endpoints }) => endpoints);
    expect(listed.length).toBe(new Set(listed).size);
    const absent = [...NOT_OFFERED_V2, ...NOT_OFFERED_V3].flatMap(({ endpoints }) => endpoints);
    const served = new Set(
      listEndpoints().flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)),
    );
    expect(absent.filter((endpoint) => served.has(endpoint))).toEqual([]);
  });
});

describe("a claim", () => {
  const read = (text: string) => readClaims({ path: "a.test.ts", text, tree: parseSource(text) });

  it("is read with everything that its arguments may be", () => {
    const claims = read(
      'proves("ccxt.watchOrders", isClassic ? "v2 channel orders" : "v3 channel order");' +
        'provesRead("ccxt.fetchTime", client, { spot: "GET /api/v2/public/time" });',
    );
    expect(claims.map(({ method, served }) => [method, served])).toEqual([
      ["ccxt.watchOrders", "v2 channel orders"],
      ["ccxt.watchOrders", "v3 channel order"],
      ["ccxt.fetchTime", "GET /api/v2/public/time"],
    ]);
  });

  it("is not read from other calls", () => {
    expect(read('expect("GET /api/v2/public/time").toBe("v2 channel orders");')).toEqual([]);
  });
});
