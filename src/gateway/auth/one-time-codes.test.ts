import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { TEST_SEAL } from "../../../test/support/test-key.ts";
import { OneTimeCodes } from "./one-time-codes.ts";

const USER = 7;
const STEP_MS = 30_000;
const WRONG = /wrong or was used/;
const DAY_MS = 86_400_000;

let nowMs: number;
let codes: OneTimeCodes;
let totp: TOTP;
let sealed: Uint8Array;

function opened(startedMs: number): OneTimeCodes {
  const clock = (): number => nowMs;
  return new OneTimeCodes({ seal: TEST_SEAL, startedMs, nowMs: clock, monotonicMs: clock });
}

function codeNow(): string {
  return totp.generate({ timestamp: nowMs });
}

function use(code: string, on = codes, user = USER): void {
  on.use(user, sealed, code, "session");
}

/** A code that is right at none of the times that count. */
function wrongCode(): string {
  const right = [-1, 0, 1].map((steps) => totp.generate({ timestamp: nowMs + steps * STEP_MS }));
  return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
}

beforeEach(() => {
  nowMs = 1_700_000_000_000;
  codes = opened(0);
  const { secret } = codes.prepare(USER, "name");
  totp = new TOTP({ secret: Secret.fromBase32(secret) });
  ({ sealed } = codes.usePrepared(USER, codeNow()));
});

it("names exchange and user in what apps read", () => {
  const { secret, uri } = codes.prepare(USER, "Alice.B");
  expect(uri).toMatch(/^otpauth:\/\/totp\/Bourse:Alice\.B\?/);
  expect(uri).toContain(`secret=${secret}`);
});

it("takes no code after a restart that the earlier process may have taken", () => {
  const after = opened(nowMs);
  expect(() => use(codeNow(), after)).toThrow(WRONG);
  nowMs += STEP_MS;
  expect(() => use(codeNow(), after)).toThrow(WRONG);
  nowMs += STEP_MS;
  expect(() => use(codeNow(), after)).not.toThrow();
});

it("takes no code again when the clock goes back", () => {
  nowMs += 5 * STEP_MS;
  const code = codeNow();
  use(code);
  nowMs -= STEP_MS;
  expect(() => use(code)).toThrow(WRONG);
  expect(() => use(codeNow())).toThrow(WRONG);
  nowMs += 2 * STEP_MS;
  expect(() => use(codeNow())).not.toThrow();
});

it("does not open the secret of one user for another", () => {
  expect(() => use(codeNow(), codes, USER + 1)).toThrow(/does not open/);
});

describe("the limit of wrong codes", () => {
  it("counts no code that was used, and none that is right", () => {
    for (let tried = 0; tried < 40; tried += 1) expect(() => use(codeNow())).toThrow(WRONG);
    nowMs += STEP_MS;
    expect(() => use(codeNow())).not.toThrow();
  });

  it.each(["", "12345", "1234567", "12345a", " 12345", "１２３４５６"])("refuses %j", (text) => {
    expect(() => use(text)).toThrow();
  });

  it("allows 30 in a day, however slowly they come", () => {
    const endMs = nowMs + DAY_MS - 1;
    let refused = 0;
    for (; nowMs < endMs; nowMs += 600_000) {
      try {
        use(wrongCode());
      } catch (error) {
        if (WRONG.test(String(error))) refused += 1;
      }
    }
    expect(refused).toBe(30);
    nowMs = endMs;
    expect(() => use(codeNow())).toThrow("Too Many Requests");
  });
});
