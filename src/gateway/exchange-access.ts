/**
 * Parts of the exchange that endpoints and channels use. The composition root builds it once;
 * handlers of endpoints get it as `context.exchange`.
 */

import type { AmendmentRequests } from "../channels/private/amendment-requests.ts";
import type { CommandOutcome } from "../core/base/outcome.ts";
import type { Command } from "../core/commands/commands.ts";
import type { EventBuffer } from "../core/events/event-buffer.ts";
import type { History } from "../projections/history/history.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import type { LiveViews } from "../projections/live/live-views.ts";
import type { SequencerPort } from "../sequencer/port.ts";
import type { KeyIssuer } from "./auth/key-issuer.ts";
import type { Taps } from "./inspection/taps.ts";
import type { TerminalAccess } from "./terminal/terminal-access.ts";

export type CommandPort = SequencerPort<Command, CommandOutcome, EventBuffer>;

/** A price of which an index price is composed. */
export interface IndexComponent {
  readonly source: string;
  /** In ticks of the instrument. */
  readonly price: number;
  /** Share among the components: weight ÷ sum of weights. */
  readonly weight: number;
}

export interface ExchangeAccess {
  /** Interface of the sequencer for commands. */
  readonly commands: CommandPort;
  /** Users, balances, margin, positions and listings: read from the state of core. */
  readonly accounts: LiveAccounts;
  /** Open orders, depth, trades, candles, tickers: derived from events. */
  readonly live: LiveViews;
  /** Request ids that pushes of amended orders repeat. */
  readonly amendments: AmendmentRequests;
  /** History in SQL: closed orders, fills, bills, transfers, older candles and trades. */
  readonly history: History;
  /**
   * Reads a command from the journal, at most one segment of it; undefined when the journal no
   * longer has it. Fails when the journal cannot be read.
   */
  readonly commandAt: (seq: number) => Promise<Command | undefined>;
  /** Streams of what keys send and receive. */
  readonly taps: Taps;
  /** Issues API keys. */
  readonly keyIssuer: KeyIssuer;
  /** What signs browsers in and out. */
  readonly terminal: TerminalAccess;
  /** Prices of which the index price of an instrument is composed now. */
  readonly indexComponents: (instrument: number) => readonly IndexComponent[];
}

/** Part of the exchange that trading uses. */
export type TradeExchange = Omit<
  ExchangeAccess,
  "history" | "commandAt" | "taps" | "keyIssuer" | "terminal" | "indexComponents"
>;
