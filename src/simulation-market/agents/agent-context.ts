import type { BookView, InstrumentFacts } from "../market-port.ts";
import type { Random } from "../random.ts";
import type { AgentProfile } from "./agent-profile.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { PriceSignals } from "./price-signals.ts";

/** Context of one agent: its user, its instrument, and everything it may observe. */
export type AgentContext = {
  readonly user: number;
  readonly instrument: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly signals: PriceSignals;
  readonly book: BookView;
  readonly desk: OrderDesk;
  readonly random: Random;
  nowMs(): number;
  schedule(delayMs: number, run: () => void): () => void;
};
