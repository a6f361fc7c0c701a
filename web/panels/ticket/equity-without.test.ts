import Big from "big.js";
import { expect, it } from "vitest";
import type { Position } from "../../accounts/model.ts";
import { equityWithout } from "./equity-without.ts";

const position = (symbol: string, reportedGain: string, unrealised: string) =>
  ({ symbol, reportedGain, unrealised }) as Position;

it("an equity follows the marks of other positions, and not those of the market", () => {
  // Reported: 1000, of which 30 and −50 are profits; since then they are 90 and −20.
  const held = [position("BTCUSDT", "30", "90"), position("ETHUSDT", "-50", "-20")];
  const without = (symbol: string): string =>
    equityWithout(Big(1_000), held, (one) => one.symbol === symbol).toFixed();
  expect(without("BTCUSDT")).toBe("1000");
  expect(without("ETHUSDT")).toBe("1110");
  expect(without("XRPUSDT")).toBe("1090");
});
