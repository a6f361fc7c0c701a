import type { CommandOf } from "../../core/commands/commands.ts";
import type { CurrencyFacts, InstrumentFacts } from "../market-port.ts";

export const AGENT_ROLES = ["maker", "taker", "trend", "noise"] as const;
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

/**
 * Initial funds in whole coins, each worth several hundred million dollars. Other coins get
 * `COINS_DEFAULT`.
 */
const COINS: Readonly<Record<string, bigint>> = {
  BTC: 5_000n,
  ETH: 100_000n,
  SOL: 2_000_000n,
  XRP: 500_000_000n,
  DOGE: 2_000_000_000n,
  EOS: 500_000_000n,
};
const COINS_DEFAULT = 300_000_000n;

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

/**
 * Returns the initial funds for trading the instruments: base and quote for spot, the settle coin
 * for futures.
 */
export function fundsFor(
  instruments: readonly InstrumentFacts[],
  currencies: readonly CurrencyFacts[],
): AgentCredit[] {
  const credits = new Map<string, AgentCredit>();
  for (const { category, base, quote, settle } of instruments) {
    const wallet = walletOf(category);
    for (const currency of category === "spot" ? [base, quote] : [settle]) {
      const facts = currencies.find(({ index }) => index === currency);
      if (facts === undefined) continue;
      const coins = COINS[facts.code] ?? COINS[facts.code.replace(/^S/, "")] ?? COINS_DEFAULT;
      const amount = coins * 10n ** BigInt(facts.decimals);
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
  return realms.flatMap((realm) => {
    const credits = fundsFor(
      instruments.filter((instrument) => instrument.realm === realm),
      currencies,
    );
    return AGENT_ROLES.map((role) => ({
      name: `agent-${role}-${realm}`,
      role,
      realm,
      accountKind: "classic",
      openOrdersMax: OPEN_ORDERS_MAX_OF_AGENTS,
      credits,
    }));
  });
}
