import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { ADMIN_TOKENS_MAX, SETTINGS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";

const DAY_MS = 86_400_000;

let core: CoreFixture;

beforeEach(() => {
  core = new CoreFixture();
});

function set(name: string, value: string): string | undefined {
  core.run({ kind: "set_setting", name, value });
  return core.rejection;
}

/** A digest like no other with another number. */
function digest(number: number, length = 32): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at === 0 ? number : 0));
}

function issue(
  name: string,
  terms: Partial<DraftOf<"set_admin_token">> = {},
  actor?: string,
): string | undefined {
  const act = actor === undefined ? undefined : { actor, reason: "" };
  const base = { role: "support", digest: digest(1), expiresAtMs: 0 } as const;
  const origin = { requestId: "", act };
  core.run({ kind: "set_admin_token", name, ...base, ...terms, origin });
  return core.rejection;
}

describe("a setting", () => {
  test("is kept as it is, over a restart, until an empty value removes it", () => {
    expect(set("rate-limit GET /api/v3/market/tickers", "10/1000")).toBeUndefined();
    core.restart();
    expect([...core.state.operating.settings]).toEqual([
      ["rate-limit GET /api/v3/market/tickers", "10/1000"],
    ]);
    set("rate-limit GET /api/v3/market/tickers", "");
    expect(core.state.operating.settings.size).toBe(0);
  });

  test("is refused without a name, and when it is too long or one too many", () => {
    const bad = "setting_out_of_bounds";
    expect(set("", "1")).toBe(bad);
    expect(set("with\ttab", "1")).toBe(bad);
    expect(set("n".repeat(129), "1")).toBe(bad);
    expect(set("name", "v".repeat(1_025))).toBe(bad);
    for (let count = 0; count < SETTINGS_MAX; count++) set(`s${count}`, "1");
    expect(set("one-more", "1")).toBe(bad);
    expect(set("s1", "2")).toBeUndefined();
    expect(set("none", "")).toBeUndefined();
  });
});

describe("an admin token", () => {
  test("is kept with role, digest, expiry and issuers, over a restart", () => {
    const expiresAtMs = core.state.timeMs + DAY_MS;
    expect(issue("eva", { role: "all" }, "root")).toBeUndefined();
    expect(issue("max", { digest: digest(2), expiresAtMs }, "eva")).toBeUndefined();
    core.restart();
    expect(core.state.operating.tokens.get("max")).toEqual({
      ...{ name: "max", role: "support", digest: digest(2), expiresAtMs },
      ...{ issuedAtMs: core.state.timeMs, issuers: ["eva", "root"] },
    });
  });

  test("is replaced under its name, and is gone when it is removed", () => {
    issue("eva");
    issue("eva", { digest: digest(7), role: "risk" });
    expect(core.state.operating.tokens.get("eva")).toMatchObject({
      ...{ role: "risk", digest: digest(7) },
    });
    core.run({ kind: "remove_admin_token", name: "eva" });
    expect(core.state.operating.tokens.size).toBe(0);
    core.run({ kind: "remove_admin_token", name: "eva" });
    expect(core.rejection).toBe("admin_token_not_found");
  });

  test.for<[string, Partial<DraftOf<"set_admin_token">>]>([
    ["root", {}],
    ["", {}],
    ["Eva", {}],
    ["eva smith", {}],
    ["n".repeat(33), {}],
    ["eva", { digest: digest(3, 31) }],
    ["eva", { digest: digest(9) }],
    ["eva", { expiresAtMs: 1 }],
  ])("is refused as %s with %o", ([name, terms]) => {
    issue("other", { digest: digest(9) });
    expect(issue(name, terms)).toBe("admin_token_out_of_bounds");
  });

  test("is refused when there are as many as there may be", () => {
    for (let count = 0; count < ADMIN_TOKENS_MAX; count++) {
      expect(issue(`t${count}`, { digest: digest(count) })).toBeUndefined();
    }
    expect(issue("more", { digest: digest(200) })).toBe("admin_token_out_of_bounds");
    expect(issue("t1", { digest: digest(200) })).toBeUndefined();
  });

  test("is reported by its name only", () => {
    const name = "eva";
    const terms = { name, role: "read", digest: digest(4), expiresAtMs: 0 } as const;
    const events = core.run({ kind: "set_admin_token", ...terms });
    expect(kinds(events)).toEqual(["admin_token_changed"]);
  });
});
