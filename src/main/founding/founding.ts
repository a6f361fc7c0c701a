/**
 * Initial commands of a new exchange: coins, instruments, four funded users. Each step collects
 * what is missing and submits it together, so that the next start completes an interrupted one and
 * a founding takes few writes to disk.
 */
import { exchangeUserOf, type User } from "../../core/accounts/user.ts";
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
import { loanTerms, MARGIN_RULES, POOL_ENDOWMENTS } from "./lending-terms.ts";
import { listedIndex, withListedCoins } from "./listed-coins.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex, INSTRUMENT_LISTINGS } from "./listings.ts";
import { FUND_ENDOWMENTS, FUND_TERMS, lossLimitsOf } from "./loss-terms.ts";
import { P2P_TERMS } from "./p2p-terms.ts";
import { PLEDGE_TERMS, PLEDGED_LOAN_TERMS } from "./pledge-terms.ts";
import { firstGuards, isUnguarded } from "./price-guards.ts";
import { isProductListing } from "./product-listings.ts";
import { tiersToSet } from "./tier-terms.ts";

/** A command of the exchange itself was rejected, which must not happen. */
export class FoundingFault extends Error {
  readonly code = "founding_refused";
}

/** The part of the sequencer that founding uses. */
export type FoundingPort = Pick<CommandPort, "submitAndWait">;

/** Submits a command; throws `FoundingFault` when it is rejected. */
export async function submitOrThrow(
  commands: FoundingPort,
  draft: CommandDraft,
): Promise<CommandOutcome> {
  const outcome = await commands.submitAndWait({ ...draft }, URGENT);
  if (outcome.rejection !== undefined) {
    throw new FoundingFault(`${draft.kind} is accepted at founding, got ${outcome.rejection}`);
  }
  return outcome;
}

/**
 * Submits commands together and waits for all of them; the sequencer keeps their order. Throws
 * `FoundingFault` when one is rejected.
 */
function submitAll(
  commands: FoundingPort,
  drafts: readonly CommandDraft[],
): Promise<readonly CommandOutcome[]> {
  return Promise.all(drafts.map((draft) => submitOrThrow(commands, draft)));
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
export function fundsOf(
  user: Pick<FirstUser, "accountKind" | "realm">,
): readonly (readonly [Wallet, CoinCode, bigint])[] {
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

function missingCoins({ currencyByCode }: State): CommandDraft[] {
  return CURRENCY_LISTINGS.filter(({ code }) => !currencyByCode.has(code));
}

/** Terms of the coins, and instruments, with the quarterly contracts of the time. */
function missingProducts(state: State, nowMs: number): CommandDraft[] {
  const chains = withListedCoins(state, CHAIN_TERMS).filter(
    ({ chain, currency }) => findChain(state.chains, currency, chain) === undefined,
  );
  const collaterals = withListedCoins(state, COLLATERAL_TERMS).filter(
    ({ currency }) => (state.collaterals[currency] ?? NO_COLLATERAL) === NO_COLLATERAL,
  );
  const dated = datedContracts(nowMs).map(({ listing }) => listing);
  const instruments = withListedCoins(state, [...INSTRUMENT_LISTINGS, ...dated]).filter(
    ({ realm, category, symbol }) =>
      !state.instrumentByName.has(instrumentName(realm, category, symbol)),
  );
  return [...chains, ...collaterals, ...instruments];
}

/** Delivery times of the listed quarterly contracts without any. */
function missingDeliveries(state: State, nowMs: number): CommandDraft[] {
  return datedContracts(nowMs).flatMap(({ listing, deliveryAtMs }) => {
    const { realm, category, symbol } = listing;
    const known = state.instrumentByName.get(instrumentName(realm, category, symbol));
    if (known === undefined || known.deliveryAtMs !== 0) return [];
    return [{ kind: "schedule_delivery", instrument: known.index, deliveryAtMs }];
  });
}

/**
 * Endowments of lending pools and insurance funds, and terms of the funds. Does not endow a fund
 * that was endowed before: it has terms, even when its balance is used up.
 */
function missingFunds(state: State): CommandDraft[] {
  const { funds, ledger } = state;
  const listed = withListedCoins(state, [...POOL_ENDOWMENTS, ...FUND_ENDOWMENTS]);
  const endowments = listed.filter((endowment) => {
    const { currency, realm, wallet } = endowment;
    const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX[wallet], currency);
    if (wallet !== "insurance_fund") return account === 0;
    return ledger.balance(account) === 0n && findFund(funds, realm, currency) === undefined;
  });
  const terms = withListedCoins(state, FUND_TERMS).filter(
    ({ currency, realm }) => findFund(funds, realm, currency) === undefined,
  );
  return [...endowments, ...terms];
}

/** Loan terms of coins and pairs, and rules of margin accounts, where none are set. */
function missingLendingTerms(state: State): CommandDraft[] {
  const { instrumentByName, lending } = state;
  const rules = lending.rules === MARGIN_RULES_DEFAULT ? [MARGIN_RULES] : [];
  const terms = loanTerms((realm, coin) => {
    return instrumentByName.get(instrumentName(realm, "spot", `${coin}USDT`))?.index;
  });
  return [
    ...rules,
    ...withListedCoins(state, terms).filter(
      ({ currency, instrument, realm }) =>
        lending.terms.find(realm, instrument, currency) === undefined,
    ),
  ];
}

/** Terms of conversions and the inventory of coins that were never endowed. */
function missingConversions(state: State): CommandDraft[] {
  return CONVERSION_TERMS.flatMap((terms, index) => {
    const endowment = CONVERSION_ENDOWMENTS[index];
    const drafts = endowment === undefined ? [terms] : [terms, endowment];
    return withListedCoins<CommandDraft>(state, drafts);
  }).filter((draft) => {
    const isOfCoin = draft.kind === "set_conversion_terms" || draft.kind === "endow";
    if (!isOfCoin) return true;
    const owner = exchangeUserOf(draft.realm);
    return state.ledger.find(owner, WALLET_INDEX.conversion, draft.currency) === 0;
  });
}

/** Terms of peer-to-peer trading while no coin has any. */
function missingP2pTerms(state: State): CommandDraft[] {
  const { fiats, methods, tokens } = state.p2p;
  if (tokens.size > 0) return [];
  return withListedCoins(state, P2P_TERMS).filter((terms) => {
    if (terms.kind === "add_p2p_method") return !methods.includes(terms.name);
    return terms.kind !== "set_p2p_fiat" || !fiats.some(({ code }) => code === terms.code);
  });
}

/** Terms of loans against pledges while no coin has any. */
function missingPledgeTerms(state: State): CommandDraft[] {
  const { loanTerms: offered, pledgeTerms: pledged } = state.pledging;
  if (offered.length > 0 || pledged.length > 0) return [];
  return withListedCoins<CommandDraft>(state, [...PLEDGED_LOAN_TERMS, ...PLEDGE_TERMS]);
}

/** Tiers, loss limits and price guards of the product's instruments without any. */
function missingInstrumentTerms(state: State): CommandDraft[] {
  const { currencies, instruments, tiers } = state;
  return instruments.filter(isProductListing).flatMap((instrument) => {
    const baseCode = currencies[instrument.base]?.code ?? "";
    const isUnlimited = instrument.isFutures && instrument.lossLimits === NO_LOSS_LIMITS;
    return [
      tiersToSet(instrument, baseCode, tiers[instrument.index] ?? []),
      isUnlimited ? lossLimitsOf(state, instrument) : undefined,
      isUnguarded(instrument) ? firstGuards(instrument) : undefined,
    ].filter((draft) => draft !== undefined);
  });
}

function missingUsers(state: State): CommandDraft[] {
  return FIRST_USERS.filter(({ name }) => userNamed(state, name) === undefined).map((user) => ({
    ...({ kind: "create_user", ...user } as const),
    ...{ parent: 0, openOrdersMax: 0 },
  }));
}

/**
 * Funds that a first user never had, and the account level of a unified one, which is raised
 * through the steps open to every user: questionnaire and sufficient equity. The level precedes the
 * last of the funds: while that is missing, an interrupted founding has not raised it for certain.
 */
function missingUserFunds(state: State, user: User, first: FirstUser): CommandDraft[] {
  // The funds of a user who switched to the other kind of account are in other wallets.
  if (user.accountKind !== first.accountKind) return [];
  const credits = fundsOf(first).flatMap(([wallet, coin, count]): CommandDraft[] => {
    const currency = listedIndex(state, coinIndex(coin));
    if (currency === undefined) return [];
    if (state.ledger.find(user.index, WALLET_INDEX[wallet], currency) !== 0) return [];
    const amount = wholeCoins(count);
    return [{ kind: "credit", user: user.index, wallet, currency, amount }];
  });
  const last = credits.pop();
  if (last === undefined) return [];
  return [
    ...credits,
    ...(first.accountKind === "unified" ? raiseToAdvanced(user.index) : []),
    last,
  ];
}

function raiseToAdvanced(user: number): CommandDraft[] {
  return [
    { kind: "set_questionnaire", user, isPassed: true },
    { kind: "set_account_level", user, level: "advanced", isByOperator: false },
  ];
}

/**
 * Initializes a new exchange so that users can trade on it. On an existing one, lists the quarterly
 * contracts that are due and the coins and instruments that this version adds, with their terms.
 */
export async function foundExchange(
  commands: FoundingPort,
  state: State,
  nowMs: number,
): Promise<void> {
  await submitAll(commands, missingCoins(state));
  await submitAll(commands, missingProducts(state, nowMs));
  await submitAll(commands, missingDeliveries(state, nowMs));
  await submitAll(commands, [
    ...missingFunds(state),
    ...missingLendingTerms(state),
    ...missingConversions(state),
    ...missingP2pTerms(state),
    ...missingPledgeTerms(state),
    ...missingInstrumentTerms(state),
    ...missingUsers(state),
  ]);
  const drafts = FIRST_USERS.flatMap((first) => {
    const user = state.users[userNamed(state, first.name) ?? -1];
    return user === undefined ? [] : missingUserFunds(state, user, first);
  });
  await submitAll(commands, drafts);
}
