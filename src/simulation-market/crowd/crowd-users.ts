/** The users of the leveraged crowd: who they are, and the funds with which they are created. */
import { COIN_CLASSES, type CoinClass, modelCoin } from "../../market-model/coins.ts";
import { seededRandom } from "../../market-model/seeded-random.ts";
import { type AgentUser, walletOf } from "../agents/agent-users.ts";
import type { CurrencyFacts, InstrumentFacts } from "../market-port.ts";
import { atomsOf, walletDollarsOf } from "./member-wallet.ts";

type Category = InstrumentFacts["category"];

/** A member trades the perpetuals of one category that settle in one coin. */
export type CrowdPlan = AgentUser & { readonly category: Category; readonly settle: number };

/** Number of members in each realm and category. */
const MEMBERS: readonly {
  readonly realm: InstrumentFacts["realm"];
  readonly category: Category;
  readonly count: number;
}[] = [
  { realm: "live", category: "usdt_futures", count: 96 },
  { realm: "live", category: "coin_futures", count: 16 },
  { realm: "demo", category: "usdt_futures", count: 10 },
  { realm: "demo", category: "coin_futures", count: 2 },
];

/** Books of small coins are too thin for leveraged members. */
const CLASSES_TRADED: readonly CoinClass[] = COIN_CLASSES.filter((name) => name !== "small");

/** Default limit of open orders; a raised one would exempt a member from position tiers. */
const OPEN_ORDERS_MAX = 0;

/** Returns the perpetuals that the members of a realm and category trade. */
export function crowdInstruments(
  instruments: readonly InstrumentFacts[],
  terms: { readonly realm: InstrumentFacts["realm"]; readonly category: Category },
): InstrumentFacts[] {
  return instruments.filter((instrument) => {
    if (instrument.realm !== terms.realm || instrument.category !== terms.category) return false;
    // Dated contracts have the month in their symbols.
    if (instrument.symbol !== `${instrument.baseCode}${instrument.quoteCode}`) return false;
    const coin = modelCoin(instrument.baseCode);
    return coin !== undefined && CLASSES_TRADED.includes(coin.class);
  });
}

/** Returns the users of the crowd in the realms and categories with listed perpetuals. */
export function crowdUsers(
  instruments: readonly InstrumentFacts[],
  currencies: readonly CurrencyFacts[],
): CrowdPlan[] {
  return MEMBERS.flatMap(({ realm, category, count }) => {
    const traded = crowdInstruments(instruments, { realm, category });
    const coins = [...new Set(traded.map(({ settle }) => settle))];
    if (coins.length === 0) return [];
    return Array.from({ length: count }, (_, index) => {
      const name = `agent-crowd-${realm}-${category}-${index + 1}`;
      const settle = coins[index % coins.length] ?? 0;
      const currency = currencies.find((facts) => facts.index === settle);
      const coin = modelCoin(currency?.code ?? "");
      const price = coin === undefined ? 1 : coin.startE8 / 100_000_000;
      const coinCount = walletDollarsOf(seededRandom(0, name)) / price;
      const amount = atomsOf(coinCount, currency?.decimals ?? 0);
      return {
        name,
        realm,
        category,
        settle,
        accountKind: "classic" as const,
        openOrdersMax: OPEN_ORDERS_MAX,
        credits: [{ wallet: walletOf(category), currency: settle, amount }],
      };
    });
  });
}
