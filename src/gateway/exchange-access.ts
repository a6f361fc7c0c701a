/**
 * What endpoints and channels reach of the exchange. The composition root builds it once; endpoint
 * files get it as `context.exchange`.
 */

import type { CommandOutcome } from "../core/base/outcome.ts";
import type { Command } from "../core/commands/commands.ts";
import type { EventBuffer } from "../core/events/event-buffer.ts";
import type { History } from "../projections/history/history.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import type { LiveViews } from "../projections/live/live-views.ts";
import type { SequencerPort } from "../sequencer/port.ts";

export type CommandPort = SequencerPort<Command, CommandOutcome, EventBuffer>;

export interface ExchangeAccess {
  /** The sequencer's door for commands. */
  readonly commands: CommandPort;
  /** Users, balances, margin, positions, and what is listed: read off the core's state. */
  readonly accounts: LiveAccounts;
  /** Open orders, depth, trades, candles, tickers: fed by events. */
  readonly live: LiveViews;
  /** History in SQL: closed orders, fills, bills, transfers, older candles and trades. */
  readonly history: History;
}

/** The part of it that trading needs. */
export type TradeExchange = Omit<ExchangeAccess, "history">;
