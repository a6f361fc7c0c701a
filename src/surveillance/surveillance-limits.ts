/** Bounds on what surveillance keeps in memory and how often it looks; none of it is on disk. */

/** Trades kept as evidence, of all instruments together. */
export const TRADES_KEPT = 16_384;
/** Pairs of users with sums of their trades, in one instrument. */
export const PAIR_FLOWS_MAX = 4_096;
/** Users with sums of their trades, counted once per instrument. */
export const USER_FLOWS_MAX = 65_536;
/** Accounts that trade at the edge of a band, per instrument and direction. */
export const BAND_WALKS_MAX = 4_096;
/** Request addresses, and users with their last address. */
export const ADDRESSES_MAX = 65_536;
/** An address of more main accounts than this belongs to a network and links nobody. */
export const ADDRESS_ACCOUNTS_MAX = 8;
/** Addresses remembered per main account. */
export const ACCOUNT_ADDRESSES_MAX = 8;
/** Other links remembered per main account. */
export const ACCOUNT_LINKS_MAX = 16;
/** Main accounts with links. */
export const LINKED_ACCOUNTS_MAX = 65_536;
/** Main accounts in a group; links beyond are not followed. */
export const GROUP_ACCOUNTS_MAX = 64;
/** An address links accounts for this long after it was last used, in ms. */
export const ADDRESS_AGE_MS_MAX = 24 * 3_600_000;
/** The use of a known address is noted at most this often, in ms. */
export const ADDRESS_NOTE_INTERVAL_MS = 60_000;
/** Alerts kept; the oldest goes first. */
export const ALERTS_KEPT = 1_024;
/** Trades and counterparties shown with an alert. */
export const ALERT_TRADES_MAX = 20;
export const ALERT_COUNTERPARTIES_MAX = 10;
/** A pair that is past a threshold is judged at most this often, in ms. */
export const JUDGE_INTERVAL_MS = 1_000;
/** The trades of an alert are collected anew at most this often, in ms. */
export const EVIDENCE_INTERVAL_MS = 10_000;
