import { CREDIT_ATOMS_MAX } from "../../core/base/limits.ts";
import type { CommandOf } from "../../core/commands/commands.ts";
import type { CoinClass } from "../../market-model/coins.ts";
import type { CurrencyFacts, InstrumentFacts } from "../market-port.ts";
import { modelCoinOf } from "./traded-coin.ts";

export const AGENT_ROLES = [
  "maker",
  "second-maker",
  "taker",
  "second-taker",
  "third-taker",
  "arbitrage",
  "noise",
  "long-holder",
  "short-holder",
] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];

type Wallet = CommandOf<"credit">["wallet"];

/** Funds that the user of an agent needs in a wallet, in atoms. */
export type AgentCredit = {
  readonly wallet: Wallet;
  readonly currency: number;
  readonly amount: bigint;
};

/** A user to create with `create_user` and `credit`, like any other user. */
export type AgentUser = {
  readonly name: string;
  readonly realm: InstrumentFacts["realm"];
  readonly accountKind: "classic";
  readonly openOrdersMax: number;
  readonly credits: readonly AgentCredit[];
};

export type AgentPlan = AgentUser & { readonly role: AgentRole };

const OPEN_ORDERS_MAX_OF_AGENTS = 20_000;

/** Initial dollars in a wallet of dollars. */
const DOLLARS = 1_000_000_000;
/** Initial coins in a wallet, as a share of the average turnover a day, and at least in dollars. */
const TURNOVER_SHARE = 0.12;
const COIN_VALUE_MIN = 2_000_000;
/** Share of all credits of a coin that one wallet may get at once. */
const CREDIT_DIVISOR = 64n;
const PRICE_SCALE = 100_000_000;

/** Which instruments a role trades, and its funds as a share of those of a maker. */
type RoleTerms = {
  readonly share: number;
  readonly classes: readonly CoinClass[];
  readonly isFuturesOnly: boolean;
};

const ALL: readonly CoinClass[] = ["major", "large", "middle", "small"];
const NOT_SMALL: readonly CoinClass[] = ["major", "large", "middle"];
const BUSY: readonly CoinClass[] = ["major", "large"];

const ROLES: Readonly<Record<AgentRole, RoleTerms>> = {
  maker: { share: 1, classes: ALL, isFuturesOnly: false },
  "second-maker": { share: 1, classes: ALL, isFuturesOnly: false },
  taker: { share: 0.5, classes: ALL, isFuturesOnly: false },
  "second-taker": { share: 0.5, classes: BUSY, isFuturesOnly: false },
  "third-taker": { share: 0.5, classes: BUSY, isFuturesOnly: false },
  arbitrage: { share: 0.2, classes: BUSY, isFuturesOnly: false },
  noise: { share: 0.1, classes: NOT_SMALL, isFuturesOnly: false },
  "long-holder": { share: 1, classes: ALL, isFuturesOnly: true },
  "short-holder": { share: 1, classes: ALL, isFuturesOnly: true },
};

/** Returns the wallet from which a classic user pays for orders of a category. */
export function walletOf(category: InstrumentFacts["category"]): Wallet {
  switch (category) {
    case "spot":
      return "spot";
    case "usdt_futures":
    case "susdt_futures":
      return "usdt_futures";
    case "usdc_futures":
    case "susdc_futures":
      return "usdc_futures";
    case "coin_futures":
    case "scoin_futures":
      return "coin_futures";
    default:
      throw new Error(`every category has a wallet, got ${String(category satisfies never)}`);
  }
}

/** Whether a role trades an instrument. */
export function tradesIn(role: AgentRole, instrument: InstrumentFacts): boolean {
  const { classes, isFuturesOnly } = ROLES[role];
  if (isFuturesOnly && instrument.category === "spot") return false;
  const coin = modelCoinOf(instrument.baseCode);
  return coin !== undefined && classes.includes(coin.class);
}

/** Returns initial funds in a currency, in atoms. */
function initialAmount({ code, decimals }: CurrencyFacts, share: number): bigint {
  const coin = modelCoinOf(code);
  const dollars =
    coin === undefined ? DOLLARS : Math.max(COIN_VALUE_MIN, TURNOVER_SHARE * coin.dailyTurnover);
  const price = coin === undefined ? 1 : coin.startE8 / PRICE_SCALE;
  const wholeCoins = BigInt(Math.ceil((share * dollars) / price));
  const amount = wholeCoins * 10n ** BigInt(decimals);
  const most = CREDIT_ATOMS_MAX / CREDIT_DIVISOR;
  return amount < most ? amount : most;
}

/**
 * Returns the initial funds for trading the instruments: base and quote for spot, the settle coin
 * for futures. `share` is relative to the funds of a maker.
 */
export function fundsFor(
  instruments: readonly InstrumentFacts[],
  currencies: readonly CurrencyFacts[],
  share = 1,
): AgentCredit[] {
  const credits = new Map<string, AgentCredit>();
  for (const { category, base, quote, settle } of instruments) {
    const wallet = walletOf(category);
    for (const currency of category === "spot" ? [base, quote] : [settle]) {
      const facts = currencies.find(({ index }) => index === currency);
      if (facts === undefined) continue;
      const amount = initialAmount(facts, share);
      credits.set(`${wallet}:${currency}`, { wallet, currency, amount });
    }
  }
  return [...credits.values()];
}

/** Returns the users of the agents: one per role and realm with listed instruments. */
export function agentUsers(
  instruments: readonly InstrumentFacts[],
  currencies: readonly CurrencyFacts[],
): AgentPlan[] {
  const realms = [...new Set(instruments.map(({ realm }) => realm))].sort();
  return realms.flatMap((realm) =>
    AGENT_ROLES.map((role) => {
      const traded = instruments.filter(
        (instrument) => instrument.realm === realm && tradesIn(role, instrument),
      );
      return {
        name: `agent-${role}-${realm}`,
        role,
        realm,
        accountKind: "classic",
        openOrdersMax: OPEN_ORDERS_MAX_OF_AGENTS,
        credits: fundsFor(traded, currencies, ROLES[role].share),
      };
    }),
  );
}
