import fc from "fast-check";
import { expect, it } from "vitest";
import { stepsOf } from "./order-units.ts";

const cents = { decimals: 2, step: 5, max: 1_000_000 };

it("counts whole increments, with leading and trailing zeros", () => {
  expect(stepsOf("12.35", cents)).toBe(247);
  expect(stepsOf("12.350000", cents)).toBe(247);
  expect(stepsOf("12", cents)).toBe(240);
  expect(stepsOf("0", cents)).toBe(0);
});

it("never rounds a value off the increment", () => {
  expect(stepsOf("12.36", cents)).toBe("off_increment");
  expect(stepsOf("12.355", cents)).toBe("off_increment");
  expect(stepsOf("0.00000000000000000000001", cents)).toBe("off_increment");
});

it("distinguishes values beyond the bound from values off the increment", () => {
  expect(stepsOf("50000.05", cents)).toBe("out_of_range");
  expect(stepsOf("9".repeat(24), { ...cents, step: 1 })).toBe("out_of_range");
  expect(stepsOf(`${"9".repeat(24)}.01`, cents)).toBe("off_increment");
});

it("agrees with exact arithmetic for every size of number", () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 22n });
  const places = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(digits, places, places, (units, decimals, shown) => {
      const whole = units / 10n ** BigInt(shown);
      const rest = (units % 10n ** BigInt(shown)).toString().padStart(shown, "0");
      const text = shown === 0 ? `${whole}` : `${whole}.${rest}`;
      const max = Number.MAX_SAFE_INTEGER;
      const scaled = units * 10n ** BigInt(decimals);
      const divisor = 10n ** BigInt(shown);
      const value = stepsOf(text, { decimals, step: 1, max });
      if (scaled % divisor !== 0n) expect(value).toBe("off_increment");
      else if (scaled / divisor > BigInt(max)) expect(value).toBe("out_of_range");
      else expect(value).toBe(Number(scaled / divisor));
    }),
  );
});
