import { describe, expect, it } from "vitest";
import { engineOnDisk } from "../../test/support/engine-on-disk.ts";
import type { Words } from "../market-model/random.ts";
import { seededRandom } from "../market-model/seeded-random.ts";
import { marketModelOf } from "./market-memory.ts";
import { marketSecretOf, runName, secretStreams } from "./market-secret.ts";

const START_MS = Date.UTC(2026, 0, 1);
const CONFIG = { market: "normal", seed: 5 } as const;
const COINS = ["BTC", "ETH", "PEPE", "USDT"];
const KEY = new Uint8Array(32).fill(1);
const OTHER_KEY = new Uint8Array(32).fill(2);

function drawsOf(secret: Uint8Array, name: string): readonly number[] {
  return fourOf(secretStreams(secret)(name));
}

function fourOf(words: Words): readonly number[] {
  return [words.word(), words.word(), words.word(), words.word()];
}

function withBit(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = bytes.slice();
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** Computes the fifth word of xoshiro128**, the generator of seeds, from the four before it. */
function fifthOf(words: readonly number[]): number {
  const [first, second, third, fourth] = words.map((word) => {
    const product = Math.imul(word, 0x38e38e39); // 1 ÷ 9
    return Math.imul((product >>> 7) | (product << 25), 0xcccccccd); // 1 ÷ 5
  }) as [number, number, number, number];
  const c2 = second ^ first ^ (first << 9);
  const c3 = third ^ second ^ (second << 9);
  const d2 = fourth ^ third ^ c2 ^ second ^ (second << 9);
  const d3 = ((d2 ^ second) << 11) | ((d2 ^ second) >>> 21);
  const fifth = Math.imul(fourth ^ c3 ^ d3 ^ third ^ (third << 9), 5);
  return Math.imul((fifth << 7) | (fifth >>> 25), 9) >>> 0;
}

describe("the streams of a secret", () => {
  it("do not follow from what was drawn before, as the words of a seed do", () => {
    const seeded = seededRandom(1, "prices");
    expect(fifthOf(fourOf(seeded))).toBe(seeded.word());
    const random = secretStreams(marketSecretOf(KEY))("prices");
    expect(fifthOf(fourOf(random))).not.toBe(random.word());
  });

  it("are the same for the same secret and name", () => {
    const secret = marketSecretOf(KEY);
    expect(drawsOf(secret, "maker")).toEqual(drawsOf(marketSecretOf(KEY), "maker"));
    expect(drawsOf(secret, "maker")).not.toEqual(drawsOf(secret, "taker"));
    expect(drawsOf(secret, "maker")).not.toEqual(drawsOf(marketSecretOf(OTHER_KEY), "maker"));
  });

  it("depend on every bit of the master key, in every draw", () => {
    const keys = [KEY, ...Array.from({ length: 256 }, (_, bit) => withBit(KEY, bit))];
    const draws = keys.map((key) => drawsOf(marketSecretOf(key), "prices"));
    for (const index of [0, 1, 2, 3]) {
      expect(new Set(draws.map((words) => words[index])).size).toBe(keys.length);
    }
  });

  it("have states of more than 32 bits", () => {
    // Among 150,000 states that follow from 32 bits, two or three pairs would be equal.
    const streams = secretStreams(marketSecretOf(KEY));
    const states = Array.from({ length: 150_000 }, (_, name) => {
      const random = streams(String(name));
      return random.word() * 2 ** 21 + (random.word() >>> 11);
    });
    expect(new Set(states).size).toBe(states.length);
  });

  it("have another name for a run at another seq, and for one at another time", () => {
    const names = [runName({ seq: 7 }, 100), runName({ seq: 7 }, 101), runName({ seq: 8 }, 100)];
    expect(new Set(names).size).toBe(3);
  });
});

describe("exchanges of one seed", () => {
  /** Prices of a new exchange at its start and a minute later. */
  async function pricesUnder(key: Uint8Array): Promise<(number | undefined)[][]> {
    const engine = await engineOnDisk(undefined, () => START_MS);
    const model = marketModelOf(engine, CONFIG, START_MS, secretStreams(marketSecretOf(key)));
    const pricesNow = () => COINS.map((coin) => model.price(coin));
    const first = pricesNow();
    model.advance(START_MS + 60_000);
    await engine.stop();
    return [first, pricesNow()];
  }

  it("have the same later prices under one secret, and others under another", async () => {
    const [first, later = []] = await pricesUnder(KEY);
    expect(await pricesUnder(KEY)).toEqual([first, later]);
    const [otherFirst, otherLater = []] = await pricesUnder(OTHER_KEY);
    expect(otherFirst).toEqual(first);
    for (const [index, price] of later.entries()) expect(otherLater[index]).not.toBe(price);
  });
});
