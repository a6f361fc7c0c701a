import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WIRE_CODES } from "./wire-codes.ts";
import { overloaded, WireError, wireError } from "./wire-error.ts";

const GATEWAY = new URL("..", import.meta.url).pathname;
/** Whole texts on which client libraries raise a class of their own; auth-and-errors.md section 3. */
const TEXTS_OF_CLIENTS = [
  ...["invalid sign", "accesskey not null", "illegal accesskey", "sign not null"],
  ...["illegal sign invalid", "api signature not valid", "permissions not right", "user forbid"],
  ...["user locked", "Request Frequency Is Too High", "invalid symbol", "invalid currency"],
  ...["req_time is too much difference from server time", "base symbol error", "invalid amount"],
  ...["invalid type", "invalid orderId", "market no need price", "limit need price"],
  ...["your balance is low", "invalid period", "invalid accountId", "invalid address"],
  ...["order cancel fail", "order queryorder invalid", "invalid start time", "invalid end time"],
  "success",
];

/** Text literals of the gateway's source, the registry itself and tests apart. */
function literalsOfSource(): ReadonlySet<string> {
  const literals = new Set<string>();
  for (const path of readdirSync(GATEWAY, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts") || path.endsWith("wire-codes.ts"))
      continue;
    const source = readFileSync(join(GATEWAY, path), "utf8");
    for (const [, literal = ""] of source.matchAll(/"([^"\n]*)"/g)) literals.add(literal);
  }
  return literals;
}

describe("the registry of wire codes", () => {
  it("has no code that the source does not use", () => {
    const literals = literalsOfSource();
    const unused = Object.keys(WIRE_CODES).filter((code) => !literals.has(code));
    expect(unused).toEqual([]);
  });

  it("has every code that the source uses", () => {
    const answered = [...literalsOfSource()].filter((literal) => /^\d{5,6}$/.test(literal));
    const known = new Set([...Object.keys(WIRE_CODES), "00000"]);
    expect(answered.filter((code) => !known.has(code))).toEqual([]);
  });

  it("has messages that no client library confuses with others", () => {
    for (const [code, [, message]] of Object.entries(WIRE_CODES)) {
      expect([code, TEXTS_OF_CLIENTS.includes(message)]).toEqual([code, false]);
      expect(message.toLowerCase()).not.toContain("invalid size, valid range");
      expect(message).not.toBe("");
    }
  });

  it("has status 400 for all faults of parameters, and for no others", () => {
    const others = Object.entries(WIRE_CODES).filter(([, [status]]) => status !== 400);
    expect(Object.fromEntries(others.map(([code, [status]]) => [code, status]))).toEqual({
      "403": 403,
      "429": 429,
      "405": 405,
      "413": 413,
      "415": 415,
      "40404": 404,
      "40410": 404,
      "40411": 404,
      "40015": 503,
      "40725": 500,
    });
  });
});

describe("a wire error", () => {
  it("fills the values into its message", () => {
    const error = wireError("40058", "orderList", 50);
    expect(error.message).toBe("Parameter orderList takes at most 50 items");
    expect([error.code, error.status]).toEqual(["40058", 400]);
  });

  it("carries no stack trace, and other errors keep theirs", () => {
    expect(wireError("40020", "size").stack).not.toContain("\n    at ");
    expect(new Error("other").stack).toContain("\n    at ");
  });

  it("of an overload states when to retry", () => {
    expect(overloaded(3)).toBeInstanceOf(WireError);
    expect(overloaded(3)).toMatchObject({ status: 503, retryAfterSeconds: 3 });
  });
});
