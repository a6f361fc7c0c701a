/** A whole engine on a data directory, and orders of its first users. */
import type { CommandOf } from "../../src/core/commands/commands.ts";
import type { Seq, TimeMs } from "../../src/core/money/units.ts";
import { instrumentName, type State } from "../../src/core/state.ts";
import { type Engine, type EngineOptions, startEngine } from "../../src/main/engine.ts";
import { givenTime } from "../../src/main/exchange-time.ts";
import { foundExchange, userNamed } from "../../src/main/founding/founding.ts";
import { Conditions } from "../../src/ops/conditions.ts";
import { orderDraft } from "./command-drafts.ts";

const SPOT = instrumentName("live", "spot", "BTCUSDT");

/**
 * Starts the engine; whatever goes wrong in it throws. `clockMs` is its clock. Without a directory
 * it lives in memory.
 */
export function engineOnDisk(
  dataDir: string | undefined,
  clockMs = Date.now,
  more: Partial<EngineOptions> = {},
): Promise<Engine> {
  const thrown = (fault: unknown): never => {
    throw new Error("nothing fails", { cause: fault });
  };
  const log = { warn: () => undefined, info: () => undefined };
  return startEngine({
    dataDir,
    time: givenTime(clockMs),
    onFatal: thrown,
    onFault: thrown,
    conditions: new Conditions({ log, nowMs: () => performance.now() }),
    ...more,
  });
}

/** The same, with the exchange founded where it is new. */
export async function foundedEngine(
  dataDir: string,
  clockMs = Date.now,
  more: Partial<EngineOptions> = {},
): Promise<Engine> {
  const engine = await engineOnDisk(dataDir, clockMs, more);
  await foundExchange(engine.sequencer, engine.state, engine.sequencer.nowMs());
  return engine;
}

/** Index of BTCUSDT on spot; -1 before it is listed. */
export function spotIndex(state: State): number {
  return state.instrumentByName.get(SPOT)?.index ?? -1;
}

export type SpotOrderTerms = {
  readonly user: "classic" | "unified";
  readonly side: "buy" | "sell";
  /** In ticks. */
  readonly price: number;
  /** In lots. */
  readonly size: number;
  /** Absent: none. */
  readonly clientOrderId?: string;
};

/** A limit order on BTCUSDT, spot. */
export function spotOrder(state: State, terms: SpotOrderTerms): CommandOf<"place_order"> {
  const user = userNamed(state, terms.user) ?? 0;
  const order = orderDraft({ ...terms, user, instrument: spotIndex(state) });
  return { ...order, seq: 0 as Seq, timeMs: 0 as TimeMs };
}
