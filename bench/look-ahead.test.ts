import { describe, expect, it } from "vitest";
import type { Command } from "../src/core/commands/commands.ts";
import { apply } from "../src/core/exchange.ts";
import { LookAhead } from "../src/core/look-ahead.ts";
import { lots, ticks } from "../src/core/money/units.ts";
import { encodeState } from "../src/core/state-encoding.ts";
import { stateHash } from "../src/journal/snapshot-format.ts";
import { VENUES, type Venue } from "./mix-commands.ts";
import { MixExchange } from "./mix-run.ts";
import { deepShape, generateMix, type Mix, movesShape } from "./order-mix.ts";

const COMMANDS = 3_000;
const LARGE = generateMix({ ...deepShape(COMMANDS), resting: 40_000 });

function hashOf({ state }: MixExchange): string {
  return Buffer.from(stateHash(encodeState(state))).toString("hex");
}

function commandsOf({ commands }: MixExchange, mix: Mix): readonly Command[] {
  return commands.make(mix.prefill, mix.count);
}

describe("reading ahead", () => {
  it.each(VENUES)("leaves state and events as they are without it: %s", (venue: Venue) => {
    const [ahead, plain] = [new MixExchange(LARGE, venue), new MixExchange(LARGE, venue)];
    expect(new LookAhead().isWorthwhile(ahead.state)).toBe(true);
    ahead.run(commandsOf(ahead, LARGE));
    let words = 0;
    for (const command of commandsOf(plain, LARGE)) {
      apply(plain.state, command, plain.events);
      words += plain.events.length;
      plain.events.clear();
    }
    expect(ahead.eventWords).toBe(words);
    expect(hashOf(ahead)).toBe(hashOf(plain));
  });

  it("changes nothing, whatever the commands name", () => {
    const exchange = new MixExchange(LARGE, "futures");
    const before = hashOf(exchange);
    const [command] = commandsOf(exchange, LARGE).filter(({ kind }) => kind === "amend_order");
    const amend = command as Command & { readonly kind: "amend_order" };
    const strange: Command[] = [
      { ...amend, orderId: 0, clientOrderId: "unknown" },
      { ...amend, orderId: Number.MAX_SAFE_INTEGER },
      { ...amend, orderId: -1 },
      { ...amend, user: 2 ** 24, orderId: 7 },
      { ...amend, user: -1 },
      { ...amend, price: ticks(2 ** 31 - 1), size: lots(0) },
      { ...amend, price: ticks(-5) },
      { kind: "tick", seq: amend.seq, timeMs: amend.timeMs },
    ];
    const lookAhead = new LookAhead();
    for (let round = 0; round < 4; round++) lookAhead.before(exchange.state, strange, 0);
    expect(hashOf(exchange)).toBe(before);
  });

  it("leaves a small exchange alone, whose tables the processor's caches hold", () => {
    const exchange = new MixExchange(generateMix(movesShape(100)), "spot");
    expect(new LookAhead().isWorthwhile(exchange.state)).toBe(false);
  });
});
