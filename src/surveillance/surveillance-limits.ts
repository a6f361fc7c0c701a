/** Limits of the memory and of the frequency of checks; surveillance stores nothing on disk. */

/** Trades kept as evidence, for all instruments together. */
export const TRADES_KEPT = 16_384;
/** Pairs of users with sums of their trades, per instrument. */
export const PAIR_FLOWS_MAX = 4_096;
/** Users with sums of their trades, counted once per instrument. */
export const USER_FLOWS_MAX = 65_536;
/** Groups that trade at the edge of a band, per instrument and direction. */
export const BAND_WALKS_MAX = 4_096;
/** Request addresses, and users with their last address. */
export const ADDRESSES_MAX = 65_536;
/** An address used by more main accounts than this belongs to a network and links none of them. */
export const ADDRESS_ACCOUNTS_MAX = 8;
/** Addresses kept per main account. */
export const ACCOUNT_ADDRESSES_MAX = 8;
/** Other links kept per main account. */
export const ACCOUNT_LINKS_MAX = 16;
/** Main accounts with links. */
export const LINKED_ACCOUNTS_MAX = 65_536;
/** Main accounts in a group; further links are not followed. */
export const GROUP_ACCOUNTS_MAX = 64;
/** Time for which an address links accounts after its last use, in ms. */
export const ADDRESS_AGE_MS_MAX = 24 * 3_600_000;
/** Shortest interval between two records of the same address, in ms. */
export const ADDRESS_NOTE_INTERVAL_MS = 60_000;
/** Alerts kept; the oldest is removed first. */
export const ALERTS_KEPT = 1_024;
/** Trades and counterparties included in an alert. */
export const ALERT_TRADES_MAX = 20;
export const ALERT_COUNTERPARTIES_MAX = 10;
/** Shortest interval between two checks of a pair above a threshold, in ms. */
export const CHECK_INTERVAL_MS = 1_000;
/** Shortest interval between two collections of an alert's evidence, in ms. */
export const EVIDENCE_INTERVAL_MS = 10_000;
