import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSource } from "../tidy/syntax.ts";
import { COVERAGE_PATH, claimable, claimsOf, coveragePage } from "./coverage-page.ts";
import { readClaims } from "./read-claims.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

describe("the page of API coverage", () => {
  it("is up to date: npm run api-coverage", () => {
    const page = readFileSync(join(ROOT, COVERAGE_PATH), "utf8");
    expect(page === coveragePage(claimsOf(ROOT))).toBe(true);
  });

  it("is made of claims about things that exist", () => {
    const known = claimable();
    const unknown = claimsOf(ROOT).filter(({ served }) => !known.has(served));
    expect(unknown).toEqual([]);
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
