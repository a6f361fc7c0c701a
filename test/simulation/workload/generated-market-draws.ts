/** The generated market: its founding, its memory, and imported prices. */
import { MARKET_PRESETS } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw } from "./draws.ts";
import type { Spoil } from "./spoil.ts";

/** Runs that begin with a computed past, and those whose exchange also imports prices. */
const FOUNDED_PERCENT = 50;
const IMPORTED_PERCENT = 40;

/** A whole minute before the first command of every run. */
const PAST_END_MS = 1_767_225_600_000;

/** Runs in which a contract is a dated one already. */
const DATED_PERCENT = 20;
const DELIVERY_AFTER_MS = 90 * 86_400_000;

const MINUTE_MS = 60_000;

function bytesOf(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.below(256));
}

function foundMarket(random: Random): CommandDraft {
  return draft("found_market", {
    seed: random.below(2 ** 31),
    version: 1,
    preset: random.pick(MARKET_PRESETS),
    endMs: PAST_END_MS - MINUTE_MS * random.pick([0, 0, 1, 90]),
  });
}

function importPath(random: Random): CommandDraft {
  return draft("import_path", {
    code: random.pick(["BTC", "ETH", "NEW"]),
    spanMs: MINUTE_MS,
    bytes: bytesOf(random, 1 + random.below(40)),
  });
}

/** Some terms of the first attempt are refused. `dated`: contracts that may have a delivery. */
export function marketFounding(random: Random, dated: readonly number[]): CommandDraft[] {
  if (!random.chance(FOUNDED_PERCENT)) return [];
  const imported = random.chance(IMPORTED_PERCENT) ? [importPath(random)] : [];
  const refused = random.pick([{ endMs: 0 }, { endMs: PAST_END_MS + 1 }, { version: 0 }]);
  const first = random.chance(20)
    ? [{ ...foundMarket(random), ...refused } as unknown as CommandDraft]
    : [];
  const deliveryAtMs = PAST_END_MS + DELIVERY_AFTER_MS;
  const instrument = random.pick(dated);
  const scheduled = random.chance(DATED_PERCENT)
    ? [draft("schedule_delivery", { instrument, deliveryAtMs })]
    : [];
  return [...imported, ...scheduled, ...first, foundMarket(random)];
}

export const GENERATED_MARKET_DRAWS = {
  found_market: ({ random }) => foundMarket(random),
  remember_market: ({ random }) =>
    draft("remember_market", { memory: bytesOf(random, random.below(40)) }),
  import_path: ({ random }) => importPath(random),
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof GENERATED_MARKET_DRAWS;

export const SPOILED_GENERATED_MARKET: { readonly [K in Kind]: Spoil<K> } = {
  found_market: (command, random) =>
    draft("found_market", {
      ...command,
      ...random.pick([
        { endMs: 0 },
        { endMs: command.endMs + 1 },
        { endMs: command.endMs * 2 },
        { version: 0 },
        { version: 256 },
      ]),
    }),
  remember_market: () => draft("remember_market", { memory: new Uint8Array(16_385) }),
  import_path: (command, random) =>
    draft("import_path", {
      ...command,
      ...random.pick([
        { code: "" },
        { code: "LONGERTHANANYCOIN" },
        { spanMs: 0 },
        { spanMs: 86_400_001 },
        { bytes: new Uint8Array(0) },
        { bytes: new Uint8Array(16_385) },
      ]),
    }),
};
