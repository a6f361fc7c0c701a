import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { testGateway } from "../../../test/support/gateway-fixture.ts";
import { START_MS, signedHeaders, type TestKey, testKey } from "../../../test/support/test-key.ts";
import { defineEndpoint, type Endpoint } from "../http/endpoint.ts";
import { listEndpoints } from "../list-endpoints.ts";
import type { PrivateAccess } from "./authenticator.ts";
import { grantedPermissions, type Permission } from "./permissions.ts";

type Headers = Record<string, string>;

/** Every private endpoint beside two that stand for both versions; no request reaches a handler. */
function privateEndpoints(): readonly Endpoint[] {
  const sample = (version: "v2" | "v3", permission: Permission) =>
    defineEndpoint({
      method: "POST",
      paths: [`/api/${version}/matrix/sample`],
      version,
      summary: "Stands for its version",
      access: { kind: "private", permission },
      limit: { perSecond: 1, per: "uid" },
      request: Type.Object({}),
      response: Type.Object({}),
      handle: () => {
        throw new Error("a refused request reached the handler");
      },
    });
  const samples = [sample("v2", "spot_trade"), sample("v3", "uta_trade_write")];
  return [...samples, ...listEndpoints().filter(({ access }) => access.kind === "private")];
}

const READ_ONLY: Readonly<Record<"classic" | "unified", readonly Permission[]>> = {
  classic: ["read"],
  unified: ["uta_mgt_read", "uta_trade_read", "p2p_read"],
};

function keysOf(accountKind: "classic" | "unified") {
  return {
    good: testKey({ accountKind }),
    deleted: testKey({ accountKind, deleted: true }),
    frozen: testKey({ accountKind, frozen: true }),
    demo: testKey({ accountKind, realm: "demo" }),
    elsewhere: testKey({ accountKind, ipList: ["203.0.113.1"] }),
    readOnly: testKey({ accountKind, permissions: new Set(READ_ONLY[accountKind]) }),
  };
}

const KEYS = { classic: keysOf("classic"), unified: keysOf("unified") };
const ALL_KEYS = [...Object.values(KEYS.classic), ...Object.values(KEYS.unified)];
const without = (name: string) => (headers: Headers) => {
  const { [name]: _left, ...rest } = headers;
  return rest;
};
const withHeader = (name: string, value: string) => (headers: Headers) => ({
  ...headers,
  [name]: value,
});

/** Faults of the headers of an otherwise good request, with the code of each. */
const HEADER_FAULTS: readonly [string, (headers: Headers) => Headers, string][] = [
  ["no key", without("access-key"), "40001"],
  ["no signature", without("access-sign"), "40002"],
  ["no timestamp", without("access-timestamp"), "40005"],
  ["no passphrase", without("access-passphrase"), "40011"],
  ["a key of another shape", withHeader("access-key", "junk"), "40006"],
  ["an unknown key", withHeader("access-key", `bg_${"0".repeat(32)}`), "40037"],
  ["another signature", withHeader("access-sign", "AAAA"), "40009"],
  ["another passphrase", withHeader("access-passphrase", "guess"), "40012"],
  ["another time than signed", withHeader("access-timestamp", String(START_MS + 1)), "40009"],
  ["a stale time", withHeader("access-timestamp", String(START_MS - 31_000)), "40008"],
  ["a future time", withHeader("access-timestamp", String(START_MS + 31_000)), "40008"],
  ["a live key on demo", withHeader("paptrading", "1"), "40099"],
];

async function codeOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: { key: TestKey; change?: (headers: Headers) => Headers; target?: string; body?: string },
): Promise<string> {
  const { method, paths } = endpoint;
  const body = method === "POST" ? "{}" : "";
  const signed = signedHeaders(request.key, { method, target: paths[0], body });
  const headers = request.change?.(signed) ?? signed;
  const sent = request.body ?? body;
  const payload = sent === "" ? {} : { payload: sent };
  const url = request.target ?? paths[0];
  const answer = await app.inject({ method, url, headers, ...payload });
  expect(answer.statusCode).toBe(400);
  return answer.json().code;
}

describe("the security matrix: each private endpoint", () => {
  const endpoints = privateEndpoints();
  const { app, faults } = testGateway({ endpoints, keys: ALL_KEYS, mode: "off" });

  it.each(HEADER_FAULTS)("refuses %s", async (_what, change, code) => {
    for (const endpoint of endpoints) {
      const key = KEYS[endpoint.version === "v2" ? "classic" : "unified"].good;
      const at = endpoint.paths[0];
      expect([at, await codeOf(app, endpoint, { key, change })]).toEqual([at, code]);
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["deleted", "40037"],
    ["frozen", "40013"],
    ["demo", "40099"],
    ["elsewhere", "40018"],
  ] as const)("refuses a key that is %s", async (which, code) => {
    for (const endpoint of endpoints) {
      const key = KEYS[endpoint.version === "v2" ? "classic" : "unified"][which];
      const at = endpoint.paths[0];
      expect([at, await codeOf(app, endpoint, { key })]).toEqual([at, code]);
    }
  });

  it("refuses a query or a body other than the signed one", async () => {
    for (const endpoint of endpoints) {
      const key = KEYS[endpoint.version === "v2" ? "classic" : "unified"].good;
      const target = `${endpoint.paths[0]}?more=1`;
      expect(await codeOf(app, endpoint, { key, target })).toBe("40009");
      if (endpoint.method === "GET") continue;
      expect(await codeOf(app, endpoint, { key, body: '{"more":1}' })).toBe("40009");
    }
  });

  it("refuses keys of the other account kind, unless it serves both", async () => {
    for (const endpoint of endpoints) {
      const access = endpoint.access as PrivateAccess;
      if (access.accounts === "any") continue;
      const isV2 = endpoint.version === "v2";
      const key = KEYS[isV2 ? "unified" : "classic"].good;
      expect(await codeOf(app, endpoint, { key })).toBe(isV2 ? "40085" : "40084");
    }
  });

  it("refuses a read-only key wherever more is needed", async () => {
    let refused = 0;
    for (const endpoint of endpoints) {
      const kind = endpoint.version === "v2" ? "classic" : "unified";
      const granted = grantedPermissions(READ_ONLY[kind]);
      const needed = [(endpoint.access as PrivateAccess).permission].flat();
      if (needed.some((permission) => granted.has(permission))) continue;
      expect(await codeOf(app, endpoint, { key: KEYS[kind].readOnly })).toBe("40014");
      refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});
