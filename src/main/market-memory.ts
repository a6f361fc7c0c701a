/** Memory of the generated market: kept in the journal, so that the next start goes on from it. */
import { MarketModel } from "../market-model/market-model.ts";
import { RECORDED_QUOTE } from "../market-model/past-market.ts";
import { decodePaths } from "../market-model/path-bytes.ts";
import type { Streams } from "../market-model/random.ts";
import { URGENT } from "../sequencer/port.ts";
import type { Config } from "./config.ts";
import type { Engine } from "./engine.ts";
import type { Log } from "./log.ts";
import { runName } from "./market-secret.ts";

/** Interval at which the memory is written to the journal, in ms. */
const MEMORY_INTERVAL_MS = 60_000;

/**
 * Returns the model of this run. It goes on from the memory of the last one, with a stream that no
 * other run has.
 */
export function marketModelOf(
  { state }: Pick<Engine, "state">,
  { market, seed }: Pick<Config, "market" | "seed">,
  nowMs: number,
  streams: Streams,
): MarketModel {
  const { memory, paths, terms } = state.generatedMarket;
  const model = new MarketModel({
    // The first live price is the end of the past, which is computed from the seed of its founding.
    seed: terms?.seed ?? seed,
    preset: market,
    nowMs,
    streams,
    stream: runName(state, nowMs),
    ...(memory.length === 0 ? {} : { memory }),
  });
  // Parts that an interrupted founding left belong to no past.
  if (memory.length > 0 || terms === undefined) return model;
  // The first live price of a coin with recorded prices is the last one of them, in USDT.
  const dollars = model.price(RECORDED_QUOTE) ?? 1;
  for (const { close, code } of decodePaths(paths)) {
    model.rebase(code, Math.round((close.at(-1) ?? 0) * dollars * 1e8));
  }
  return model;
}

export type MarketMemory = {
  /** Writes the memory a last time; refused when the exchange takes no commands any more. */
  stop(): void;
};

/** Writes the memory of a model to the journal every minute. */
export function keepMarketMemory(
  { sequencer }: Pick<Engine, "sequencer">,
  model: Pick<MarketModel, "memory">,
  log: Log,
): MarketMemory {
  const write = (): void => {
    const memory = model.memory();
    sequencer
      .submitAndWait({ kind: "remember_market", memory }, URGENT)
      .catch((thrown: unknown) =>
        log.warn({ event: "market_not_remembered", message: String(thrown) }),
      );
  };
  const timer = setInterval(write, MEMORY_INTERVAL_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      write();
    },
  };
}
