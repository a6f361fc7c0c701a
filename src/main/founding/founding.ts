/**
 * Initial commands of a new exchange: coins, instruments, four funded users. Each step checks what
 * already exists, so that the next start completes an interrupted one.
 */
import { exchangeUserOf } from "../../core/accounts/user.ts";
import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { AccountKind, Realm, Wallet } from "../../core/base/vocabulary.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { findChain } from "../../core/instruments/chain-terms.ts";
import { NO_COLLATERAL } from "../../core/instruments/collateral.ts";
import { findFund } from "../../core/instruments/fund-terms.ts";
import { NO_LOSS_LIMITS } from "../../core/instruments/loss-limits.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { MARGIN_RULES_DEFAULT } from "../../core/lending/loan-terms.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";
import type { State } from "../../core/state.ts";
import { instrumentName } from "../../core/state.ts";
import type { CommandPort } from "../../gateway/exchange-access.ts";
import { URGENT } from "../../sequencer/port.ts";
import { CHAIN_TERMS } from "./chain-terms.ts";
import { COLLATERAL_TERMS } from "./collateral-terms.ts";
import { CONVERSION_ENDOWMENTS, CONVERSION_TERMS } from "./conversion-terms.ts";
import { datedContracts } from "./dated-contracts.ts";
import { LOAN_TERMS, MARGIN_RULES, POOL_ENDOWMENTS } from "./lending-terms.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex, INSTRUMENT_LISTINGS } from "./listings.ts";
import { FUND_ENDOWMENTS, FUND_TERMS, lossLimitsOf } from "./loss-terms.ts";
import { P2P_TERMS } from "./p2p-terms.ts";
import { PLEDGE_TERMS, PLEDGED_LOAN_TERMS } from "./pledge-terms.ts";
import { firstGuards, isUnguarded } from "./price-guards.ts";

/** A command of the exchange itself was rejected, which must not happen. */
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

/** Practice coins that a classic main account of the live realm receives when it is created. */
export const PRACTICE_FUNDS: readonly (readonly [Wallet, CoinCode, bigint])[] = [
  ["usdt_futures", "SUSDT", 1_000_000n],
  ["usdc_futures", "SUSDC", 1_000_000n],
  ["coin_futures", "SBTC", 20n],
  ["coin_futures", "SETH", 400n],
  ["coin_futures", "SEOS", 100_000n],
];

/** Returns the initial funds of a first user, in every wallet it can trade from. */
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

export function wholeCoins(count: bigint): Atoms {
  return atoms(count * 100_000_000n);
}

/**
 * Returns the index of the user of this name, or `undefined`. Names of the exchange's own users are
 * unique.
 */
export function userNamed(state: State, name: string): number | undefined {
  return state.users.find((user) => user.name === name)?.index;
}

async function listProducts(commands: CommandPort, state: State): Promise<void> {
  for (const listing of CURRENCY_LISTINGS) {
    if (!state.currencyByCode.has(listing.code)) await submitOrThrow(commands, listing);
  }
  for (const terms of CHAIN_TERMS) {
    const known = findChain(state.chains, terms.currency, terms.chain);
    if (known === undefined) await submitOrThrow(commands, terms);
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

/** Endows lending pools and insurance funds. Does not endow a fund that was endowed before. */
async function endowFunds(commands: CommandPort, { funds, ledger }: State): Promise<void> {
  for (const endowment of [...POOL_ENDOWMENTS, ...FUND_ENDOWMENTS]) {
    const { currency, realm, wallet } = endowment;
    const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX[wallet], currency);
    // A fund that was endowed before has terms, even when its balance is used up.
    const isFund = wallet === "insurance_fund";
    const isNew = isFund ? ledger.balance(account) === 0n : account === 0;
    if (!isNew || (isFund && findFund(funds, realm, currency) !== undefined)) continue;
    await submitOrThrow(commands, endowment);
  }
}

/** Sets terms of conversions and endows the inventory of coins that were never endowed. */
async function offerConversions(commands: CommandPort, { ledger }: State): Promise<void> {
  for (const [index, terms] of CONVERSION_TERMS.entries()) {
    const { currency, realm } = terms;
    const owner = exchangeUserOf(realm);
    if (ledger.find(owner, WALLET_INDEX.conversion, currency) !== 0) continue;
    const endowment = CONVERSION_ENDOWMENTS[index];
    await submitOrThrow(commands, terms);
    if (endowment !== undefined) await submitOrThrow(commands, endowment);
  }
}

/** Sets terms of loans against pledges while no coin has any. */
async function offerPledgedLoans(commands: CommandPort, { pledging }: State): Promise<void> {
  if (pledging.loanTerms.length > 0 || pledging.pledgeTerms.length > 0) return;
  for (const terms of [...PLEDGED_LOAN_TERMS, ...PLEDGE_TERMS]) {
    await submitOrThrow(commands, terms);
  }
}

/** Sets terms of the insurance funds, and loss limits of contracts without any. */
async function setLossTerms(commands: CommandPort, state: State): Promise<void> {
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

/** Sets loan terms of every spot pair, and rules of margin accounts where none are set. */
async function setLendingTerms(commands: CommandPort, state: State): Promise<void> {
  const { lending } = state;
  if (lending.rules === MARGIN_RULES_DEFAULT) await submitOrThrow(commands, MARGIN_RULES);
  for (const terms of LOAN_TERMS) {
    const { currency, instrument, realm } = terms;
    if (lending.terms.find(realm, instrument, currency) !== undefined) continue;
    await submitOrThrow(commands, terms);
  }
}

/** Sets the terms of peer-to-peer trading where none are set. */
async function offerP2p(commands: CommandPort, state: State): Promise<void> {
  const { fiats, methods, tokens } = state.p2p;
  if (tokens.size > 0) return;
  for (const terms of P2P_TERMS) {
    const isMethodKnown = terms.kind === "add_p2p_method" && methods.includes(terms.name);
    const isFiatKnown =
      terms.kind === "set_p2p_fiat" && fiats.some(({ code }) => code === terms.code);
    if (!isMethodKnown && !isFiatKnown) await submitOrThrow(commands, terms);
  }
}

/** Lists the current quarterly contracts that are missing and schedules their delivery. */
async function listQuarterlyContracts(
  commands: CommandPort,
  state: State,
  nowMs: number,
): Promise<void> {
  for (const { listing, deliveryAtMs } of datedContracts(nowMs)) {
    const { realm, category, symbol } = listing;
    const name = instrumentName(realm, category, symbol);
    const known = state.instrumentByName.get(name);
    const instrument = known?.index ?? (await submitOrThrow(commands, listing)).id;
    if (known !== undefined && known.deliveryAtMs !== 0) continue;
    await submitOrThrow(commands, { kind: "schedule_delivery", instrument, deliveryAtMs });
  }
}

/** Sets price guards on instruments that have none: all of their guards are 0. */
async function setPriceGuards(commands: CommandPort, state: State): Promise<void> {
  for (const instrument of state.instruments) {
    if (isUnguarded(instrument)) await submitOrThrow(commands, firstGuards(instrument));
  }
}

async function createFirstUser(
  commands: CommandPort,
  state: State,
  user: FirstUser,
): Promise<void> {
  if (userNamed(state, user.name) !== undefined) return;
  const created = await submitOrThrow(commands, {
    kind: "create_user",
    ...user,
    parent: 0,
    openOrdersMax: 0,
  });
  await Promise.all(
    fundsOf(user).map(([wallet, coin, count]) =>
      submitOrThrow(commands, {
        kind: "credit",
        user: created.id,
        wallet,
        currency: coinIndex(coin),
        amount: wholeCoins(count),
      }),
    ),
  );
  if (user.accountKind === "unified") await raiseToAdvanced(commands, created.id);
}

/**
 * Raises the account level through the steps open to every user: questionnaire and sufficient
 * equity.
 */
async function raiseToAdvanced(commands: CommandPort, user: number): Promise<void> {
  await submitOrThrow(commands, { kind: "set_questionnaire", user, isPassed: true });
  const change = { user, level: "advanced", isByOperator: false } as const;
  await submitOrThrow(commands, { kind: "set_account_level", ...change });
}

/**
 * Initializes a new exchange so that users can trade on it. On an existing one, lists the quarterly
 * contracts that are due and sets price guards on instruments without any.
 */
export async function foundExchange(
  commands: CommandPort,
  state: State,
  nowMs: number,
): Promise<void> {
  await listProducts(commands, state);
  await endowFunds(commands, state);
  await setLendingTerms(commands, state);
  await offerConversions(commands, state);
  await offerP2p(commands, state);
  await offerPledgedLoans(commands, state);
  await listQuarterlyContracts(commands, state, nowMs);
  await setLossTerms(commands, state);
  await setPriceGuards(commands, state);
  for (const user of FIRST_USERS) await createFirstUser(commands, state, user);
}
