import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { testGateway } from "../../../test/support/gateway-fixture.ts";
import { START_MS, signedHeaders, type TestKey, testKey } from "../../../test/support/test-key.ts";
import { defineEndpoint, type Endpoint } from "../http/endpoint.ts";
import { listEndpoints } from "../list-endpoints.ts";
import type { PrivateAccess } from "./authenticator.ts";
import {
  CLASSIC_PERMISSIONS,
  grantedPermissions,
  type Permission,
  UNIFIED_PERMISSIONS,
} from "./permissions.ts";

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
    other: testKey({ accountKind, uid: "1000000002", userIndex: 2 }),
    elsewhere: testKey({ accountKind, ipList: ["203.0.113.1"] }),
    readOnly: testKey({ accountKind, permissions: new Set(READ_ONLY[accountKind]) }),
  };
}

/** Requests that change nothing although they are sent by POST. */
const READ_BY_POST: readonly string[] = [
  "/api/v2/margin/crossed/account/query-flash-repay-status",
  "/api/v2/margin/isolated/account/query-flash-repay-status",
  "/api/v2/mix/order/plan-sub-order",
  "/api/v3/account/max-open-available",
  "/api/v3/account/sub-deposit-records",
  "/api/v3/p2p/fee-simulate",
];

const KEYS = { classic: keysOf("classic"), unified: keysOf("unified") };
const PERMISSIONS = { classic: CLASSIC_PERMISSIONS, unified: UNIFIED_PERMISSIONS } as const;
type AccountKind = keyof typeof KEYS;

function kindOf({ version }: Endpoint): AccountKind {
  return version === "v2" ? "classic" : "unified";
}

function neededBy({ access }: Endpoint): readonly Permission[] {
  return [(access as PrivateAccess).permission].flat();
}

/** Keys with all permissions that do not grant what an endpoint needs, by kind and need. */
const LACKING = new Map<string, TestKey>();
function lackingKey(endpoint: Endpoint): TestKey {
  const [accountKind, needed] = [kindOf(endpoint), neededBy(endpoint)];
  const name = `${accountKind} ${needed.join()}`;
  const held = PERMISSIONS[accountKind].filter((permission) => {
    const granted = grantedPermissions([permission]);
    return needed.every((one) => !granted.has(one));
  });
  const key = LACKING.get(name) ?? testKey({ accountKind, permissions: new Set(held) });
  LACKING.set(name, key);
  return key;
}
for (const endpoint of privateEndpoints()) lackingKey(endpoint);

const ALL_KEYS = [KEYS.classic, KEYS.unified, Object.fromEntries(LACKING)].flatMap(Object.values);
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
  ["another time than signed", withHeader("access-timestamp", String(START_MS - 1)), "40009"],
  ["a stale time", withHeader("access-timestamp", String(START_MS - 31_000)), "40008"],
  ["a future time", withHeader("access-timestamp", String(START_MS + 31_000)), "40008"],
  ["a live key on demo", withHeader("paptrading", "1"), "40099"],
];

async function codeOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: {
    readonly key: TestKey;
    readonly change?: (headers: Headers) => Headers;
    readonly target?: string;
    readonly signed?: string;
    readonly body?: string;
  },
): Promise<string> {
  const { method, paths } = endpoint;
  const body = method === "POST" ? "{}" : "";
  const url = encodeURI(request.target ?? paths[0]);
  const target = encodeURI(request.signed ?? paths[0]);
  const signed = signedHeaders(request.key, { method, target, body });
  const headers = request.change?.(signed) ?? signed;
  const sent = request.body ?? body;
  const payload = sent === "" ? {} : { payload: sent };
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

  it("refuses a path other than the signed one, also another of its own", async () => {
    for (const [place, endpoint] of endpoints.entries()) {
      const { good: key } = KEYS[kindOf(endpoint)];
      const next = endpoints[(place + 1) % endpoints.length]?.paths[0] ?? "";
      for (const target of endpoint.paths) {
        for (const signed of [...endpoint.paths, next].filter((one) => one !== target)) {
          expect([target, await codeOf(app, endpoint, { key, target, signed })]).toEqual([
            target,
            "40009",
          ]);
        }
        const change = without("access-sign");
        expect(await codeOf(app, endpoint, { key, target, change })).toBe("40002");
      }
    }
  });

  it("refuses the key of another user under a signature of one's own", async () => {
    for (const endpoint of endpoints) {
      const { good, other } = KEYS[kindOf(endpoint)];
      const change = withHeader("access-key", other.record.apiKey);
      const at = endpoint.paths[0];
      expect([at, await codeOf(app, endpoint, { key: good, change })]).toEqual([at, "40009"]);
    }
  });

  it("refuses a key that has every permission but the needed one", async () => {
    for (const endpoint of endpoints) {
      const at = endpoint.paths[0];
      const key = lackingKey(endpoint);
      expect([at, await codeOf(app, endpoint, { key })]).toEqual([at, "40014"]);
    }
  });

  it("lets read-only keys send nothing by POST but look-ups", () => {
    const readable = endpoints.filter((endpoint) => {
      const granted = grantedPermissions(READ_ONLY[kindOf(endpoint)]);
      return endpoint.method === "POST" && neededBy(endpoint).some((one) => granted.has(one));
    });
    expect(readable.map(({ paths }) => paths[0])).toEqual(READ_BY_POST);
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
