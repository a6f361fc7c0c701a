/** An open position of a member, as its owner sees it. */
export type MemberPosition = {
  readonly instrument: number;
  readonly isLong: boolean;
  /** In lots. */
  readonly size: number;
  readonly leverage: number;
  /** Unrealised profit ÷ entry notional. */
  readonly gainShare: number;
};

/**
 * What members read of their own accounts and of the contracts. Every read reflects the commands
 * that are durable, so that members go on with their positions after a restart.
 */
export type CrowdAccounts = {
  /** Open positions of a user in a category, in the order of instruments. */
  positionsOf(user: number, category: string): readonly MemberPosition[];
  /** Funds for new positions in an instrument, in whole settle coins; may be below zero. */
  available(user: number, instrument: number): number;
  /** Largest leverage of a position of this notional in whole quote coins; 0 beyond all tiers. */
  leverageMax(instrument: number, notional: number): number;
};
