/** Terms, memory and imported prices of the generated market, which no event shows as a whole. */
import type { State } from "../../src/core/state.ts";
import { lineOf } from "./event-comparison.ts";
import type { NaiveState } from "./naive/naive-state.ts";
import { Violation } from "./violation.ts";

type Kept = Pick<State["generatedMarket"], "memory" | "paths"> & { readonly terms: unknown };

function textOf({ memory, paths, terms }: Kept): string {
  const parts = paths.map(({ bytes, code, spanMs }) => {
    return { code, spanMs, bytes: [...bytes] };
  });
  return lineOf({ terms, memory: [...memory], parts });
}

/** Throws unless the core keeps of the generated market what the naive exchange keeps. */
export function compareMarkets(state: State, naive: NaiveState): void {
  const [core, other] = [textOf(state.generatedMarket), textOf(naive.market)];
  if (core === other) return;
  throw new Violation("generated_market", state.seq, `core ${core}, naive ${other}`);
}
