/**
 * The first commands of a new exchange: coins, instruments, four well-funded users. Each step looks
 * first at what is there, so that a start that was cut off is finished by the next one.
 */
import { exchangeUserOf } from "../../core/accounts/user.ts";
import type { CommandDraft } from "../../core/commands.ts";
import { NO_COLLATERAL } from "../../core/instruments/collateral.ts";
import { findFund } from "../../core/instruments/fund-terms.ts";
import { NO_LOSS_LIMITS } from "../../core/instruments/loss-limits.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { MARGIN_RULES_DEFAULT } from "../../core/loans/loan-terms.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import type { State } from "../../core/state.ts";
import { instrumentName } from "../../core/state.ts";
import type { AccountKind, Realm, Wallet } from "../../core/vocabulary.ts";
import type { CommandPort } from "../../gateway/exchange-access.ts";
import { URGENT } from "../../sequencer/port.ts";
import { COLLATERAL_TERMS } from "./collateral-terms.ts";

import { datedContracts } from "./dated-contracts.ts";

import { LOAN_TERMS, MARGIN_RULES, POOL_ENDOWMENTS } from "./lending-terms.ts";

import { type CoinCode, CURRENCY_LISTINGS, coinIndex, INSTRUMENT_LISTINGS } from "./listings.ts";
import { FUND_ENDOWMENTS, FUND_TERMS, lossLimitsOf } from "./loss-terms.ts";

import { firstGuards, isUnguarded } from "./price-guards.ts";

/** A command of the exchange itself was refused, which its founding never is. */
export class FoundingFault extends Error {
  readonly code = "founding_refused";
}

/** Submits a command; throws `FoundingFault` when it is rejected. */
export async function submitOrThrow(
  commands: CommandPort,
  draft: CommandDraft,
): Promise<CommandOutcome> {
  const outcome = await commands.submitAndWait({ ...draft }, URGENT);
  if (outcome.rejection !== undefined) {
    throw new FoundingFault(`${draft.kind} is accepted at founding, got ${outcome.rejection}`);
  }
  return outcome;
}

export type FirstUser = {
  readonly name: "classic" | "unified" | "classic-demo" | "unified-demo";
  readonly accountKind: AccountKind;
  readonly realm: Realm;
};

export const FIRST_USERS: readonly FirstUser[] = [
  { name: "classic", accountKind: "classic", realm: "live" },
  { name: "unified", accountKind: "unified", realm: "live" },
  { name: "classic-demo", accountKind: "classic", realm: "demo" },
  { name: "unified-demo", accountKind: "unified", realm: "demo" },
];

const REAL_COINS: readonly (readonly [CoinCode, bigint])[] = [
  ["USDT", 1_000_000n],
  ["USDC", 1_000_000n],
  ["BTC", 20n],
  ["ETH", 400n],
  ["SOL", 5_000n],
  ["XRP", 500_000n],
  ["DOGE", 2_000_000n],
];

const PRACTICE_FUNDS: readonly (readonly [Wallet, CoinCode, bigint])[] = [
  ["usdt_futures", "SUSDT", 1_000_000n],
  ["usdc_futures", "SUSDC", 1_000_000n],
  ["coin_futures", "SBTC", 20n],
  ["coin_futures", "SETH", 400n],
  ["coin_futures", "SEOS", 100_000n],
];

/** What a first user starts with, in every wallet it can trade from. */
function fundsOf(user: FirstUser): readonly (readonly [Wallet, CoinCode, bigint])[] {
  if (user.accountKind === "unified") {
    return [
      ...REAL_COINS.map(([coin, amount]) => ["unified", coin, amount] as const),
      ["funding", "USDT", 100_000n],
    ];
  }
  return [
    ...REAL_COINS.map(([coin, amount]) => ["spot", coin, amount] as const),
    ["funding", "USDT", 100_000n],
    ["usdt_futures", "USDT", 1_000_000n],
    ["usdc_futures", "USDC", 1_000_000n],
    ["coin_futures", "BTC", 20n],
    ["coin_futures", "ETH", 400n],
    ...(user.realm === "live" ? PRACTICE_FUNDS : []),
  ];
}

function wholeCoins(count: bigint): Atoms {
  return atoms(count * 100_000_000n);
}

/** The index of the ordinary user of this name, or `undefined`. Names of the house are unique. */
export function userNamed(state: State, name: string): number | undefined {
  return state.users.find((user) => user.name === name)?.index;
}

async function list(commands: CommandPort, state: State): Promise<void> {
  for (const listing of CURRENCY_LISTINGS) {
    if (!state.currencyByCode.has(listing.code)) await submitOrThrow(commands, listing);
  }
  for (const terms of COLLATERAL_TERMS) {
    if (state.collaterals[terms.currency] === NO_COLLATERAL) await submitOrThrow(commands, terms);
  }
  for (const listing of INSTRUMENT_LISTINGS) {
    const { realm, category, symbol } = listing;
    if (state.instrumentByName.has(instrumentName(realm, category, symbol))) continue;
    await submitOrThrow(commands, listing);
  }
}

/** Lending pools and insurance funds. What was ever endowed is not endowed again. */
async function endow(commands: CommandPort, { funds, ledger }: State): Promise<void> {
  for (const endowment of [...POOL_ENDOWMENTS, ...FUND_ENDOWMENTS]) {
    const { currency, realm, wallet } = endowment;
    const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX[wallet], currency);
    // A fund has terms once it is founded, also when it has been used up.
    const isFund = wallet === "insurance_fund";
    const isNew = isFund ? ledger.balance(account) === 0n : account === 0;
    if (!isNew || (isFund && findFund(funds, realm, currency) !== undefined)) continue;
    await submitOrThrow(commands, endowment);
  }
}

/** Terms of the insurance funds, and loss limits of the contracts that have none. */
async function limitLosses(commands: CommandPort, state: State): Promise<void> {
  for (const terms of FUND_TERMS) {
    const known = findFund(state.funds, terms.realm, terms.currency);
    if (known === undefined) await submitOrThrow(commands, terms);
  }
  for (const instrument of state.instruments) {
    if (!instrument.isFutures || instrument.lossLimits !== NO_LOSS_LIMITS) continue;
    const limits = lossLimitsOf(instrument);
    if (limits !== undefined) await submitOrThrow(commands, limits);
  }
}

/** Loan terms of every spot pair, and rules of margin accounts where nobody has set them. */
async function openLending(commands: CommandPort, state: State): Promise<void> {
  const { lending } = state;
  if (lending.rules === MARGIN_RULES_DEFAULT) await submitOrThrow(commands, MARGIN_RULES);
  for (const terms of LOAN_TERMS) {
    const { currency, instrument, realm } = terms;
    if (lending.terms.find(realm, instrument, currency) !== undefined) continue;
    await submitOrThrow(commands, terms);
  }
}

/** Quarterly contracts: those that are due and not there yet. */
async function listDated(commands: CommandPort, state: State, nowMs: number): Promise<void> {
  for (const { listing, deliveryAtMs } of datedContracts(nowMs)) {
    const { realm, category, symbol } = listing;
    const name = instrumentName(realm, category, symbol);
    const known = state.instrumentByName.get(name);
    const instrument = known?.index ?? (await submitOrThrow(commands, listing)).id;
    if (known !== undefined && known.deliveryAtMs !== 0) continue;
    await submitOrThrow(commands, { kind: "schedule_delivery", instrument, deliveryAtMs });
  }
}

/** Bounds of prices for what has none. A bound of 0 alone is one that nobody has set. */
async function guardPrices(commands: CommandPort, state: State): Promise<void> {
  for (const instrument of state.instruments) {
    if (isUnguarded(instrument)) await submitOrThrow(commands, firstGuards(instrument));
  }
}

async function settle(commands: CommandPort, state: State, user: FirstUser): Promise<void> {
  if (userNamed(state, user.name) !== undefined) return;
  const made = await submitOrThrow(commands, {
    kind: "create_user",
    ...user,
    parent: 0,
    openOrdersMax: 0,
  });
  await Promise.all(
    fundsOf(user).map(([wallet, coin, count]) =>
      submitOrThrow(commands, {
        kind: "credit",
        user: made.id,
        wallet,
        currency: coinIndex(coin),
        amount: wholeCoins(count),
      }),
    ),
  );
  if (user.accountKind === "unified") await raiseToAdvanced(commands, made.id);
}

/** By the way that is open to all: the questionnaire, and enough equity. */
async function raiseToAdvanced(commands: CommandPort, user: number): Promise<void> {
  await submitOrThrow(commands, { kind: "set_questionnaire", user, isPassed: true });
  const terms = { user, level: "advanced", isByOperator: false } as const;
  await submitOrThrow(commands, { kind: "set_account_level", ...terms });
}

/**
 * Brings a new exchange to the point where people can trade on it. On an old one it lists the
 * quarterly contracts that have become due, and bounds the prices of instruments without guards.
 */
export async function foundExchange(
  commands: CommandPort,
  state: State,
  nowMs: number,
): Promise<void> {
  await list(commands, state);
  await endow(commands, state);
  await openLending(commands, state);
  await listDated(commands, state, nowMs);
  await limitLosses(commands, state);
  await guardPrices(commands, state);
  for (const user of FIRST_USERS) await settle(commands, state, user);
}
