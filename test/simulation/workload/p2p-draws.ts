/** Peer-to-peer trading: the operator's terms, merchants with ads, and orders on them. */
import {
  P2P_AD_STATUSES,
  P2P_LEVELS,
  P2P_MERCHANT_LEVELS,
  P2P_PRICE_CHANGES,
  P2P_PRICE_TYPES,
  type P2pStep,
  SIDES,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { spendableOf } from "../naive/naive-money.ts";
import { exchangeRate, type NaiveAd, presentPrice } from "../naive/naive-p2p.ts";
import { isHeldFor } from "../naive/naive-review.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT } from "./founding.ts";

/** Dollars, bitcoin and ether: the coins that have prices. */
const TRADED_COINS = [0, 1, 7] as const;
const FIATS = [
  { code: "EUR", decimals: 2, usdRateE8: 91_234_567n },
  { code: "JPY", decimals: 0, usdRateE8: 15_012_345_678n },
] as const;
const PRICE_AGE_MS = 30_000;
/** Main accounts of the live realm, of which some become merchants. */
const MAINS = [2, 4, 6, 7] as const;

function unitOf({ state }: Draws, currency: number): bigint {
  return 10n ** BigInt(state.currencies[currency]?.decimals ?? 0);
}

function method(draws: Draws): CommandDraft {
  return draft("add_p2p_method", { name: `Bank ${draws.number()}` });
}

/** Now and then withdraws the currency. */
function fiat(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { methods } = state.p2p;
  if (methods.length === 0) return method(draws);
  const { usdRateE8, ...listed } = random.pick(FIATS);
  const all = methods.map((_, index) => index).slice(-20);
  return draft("set_p2p_fiat", {
    ...listed,
    usdRateE8: random.chance(6) ? 0n : usdRateE8 + BigInt(random.below(9_999)),
    amountMin: BigInt(random.pick([1, 1, 100])),
    amountMax: BigInt(random.pick([50_000, 1_000_000_000])),
    floatMinE6: random.pick([800_000, 999_999]),
    floatMaxE6: random.pick([1_000_001, 1_200_000]),
    fixedMinE6: random.pick([500_000, 900_000]),
    fixedMaxE6: random.pick([1_100_000, 3_000_000]),
    payMinutes: random.pick([[1], [1, 15], [2, 30]]),
    methods: random.chance(80) ? all : all.slice(0, 1),
  });
}

/** Now and then withdraws the coin. */
function token(draws: Draws): CommandDraft {
  const { random } = draws;
  const currency = random.chance(95) ? random.pick(TRADED_COINS) : random.below(COINS_COUNT);
  const most = unitOf(draws, currency) * BigInt(1 + random.below(4_000));
  return draft("set_p2p_token", {
    currency,
    quantityMin: BigInt(1 + random.below(1_000)),
    quantityMax: random.chance(6) ? 0n : most,
    feeE6: random.pick([0, 0, 1_234, 20_000, 100_000]),
  });
}

function level({ random }: Draws): CommandDraft {
  const count = (): number => random.pick([1, 2, 3, 10, 1_000]);
  return draft("set_p2p_level", {
    level: random.pick(P2P_LEVELS),
    sellAdsMax: count(),
    buyAdsMax: count(),
    adUsdMax: random.pick([20, 1_000_000, 1_000_000_000]),
    adOrdersMax: count(),
    ordersMax: count(),
  });
}

function merchantOf(draws: Draws, user: number): CommandDraft {
  const { random } = draws;
  const isAny = random.chance(80);
  const wanted = isAny ? random.pick(P2P_LEVELS) : random.pick(P2P_MERCHANT_LEVELS);
  const nickName = `Trader ${random.chance(85) ? user : random.pick(MAINS)}`;
  return draft("set_p2p_merchant", { user, level: wanted, nickName });
}

function merchant(draws: Draws): CommandDraft {
  return merchantOf(draws, draws.random.pick(MAINS));
}

function accountOf(draws: Draws, user: number): CommandDraft {
  const { random, state } = draws;
  const { methods } = state.p2p;
  if (methods.length === 0) return method(draws);
  return draft("add_p2p_account", {
    ...{ user, method: random.below(methods.length) },
    ...{ holder: "J. Doe", details: `IBAN ${draws.number()}` },
  });
}

function account(draws: Draws): CommandDraft {
  return accountOf(draws, draws.random.chance(60) ? 2 : draws.user());
}

function accountRemoval(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { accounts } = state.p2p;
  if (accounts.length === 0) return account(draws);
  const { id, user } = random.pick(accounts);
  return draft("remove_p2p_account", { user, account: id });
}

/** Prices of the traded coins, which move a little. */
function prices({ random, state }: Draws): CommandDraft {
  const spot = state.instruments.filter((one) => [0, 9].includes(one.index));
  return draft("set_index_prices", {
    instruments: spot.map(({ index }) => index),
    prices: spot.map(({ indexPrice }) => Math.max(120, indexPrice + random.between(-4, 4))),
  });
}

function areStale({ state }: Draws): boolean {
  const spot = state.instruments.filter((one) => [0, 9].includes(one.index));
  return spot.some((one) => state.timeMs - one.indexedAtMs > PRICE_AGE_MS);
}

/** Mostly ends a review of a user and thaws the user. */
function relief({ random, state }: Draws, user: number): CommandDraft | undefined {
  if (random.chance(40)) return undefined;
  if (state.frozen.has(user)) {
    return draft("set_user_access", { user, status: "normal", permissions: "" });
  }
  const isHeld = isHeldFor(state, state.userAt(user));
  if (!isHeld) return undefined;
  return draft("set_user_review", { user, isHeld: false, reason: "operator_decision" });
}

/** What must come before an ad: terms, a merchant, prices that are fresh, coins. */
function preparation(
  draws: Draws,
  ad: { readonly user: number; readonly currency: number; readonly side: string },
): CommandDraft | undefined {
  const { random, state } = draws;
  const { accounts, fiats, merchants, tokens } = state.p2p;
  const relieved = relief(draws, ad.user);
  if (relieved !== undefined) return relieved;
  if (fiats.every((one) => one.usdRateE8 === 0n)) return fiat(draws);
  if (!tokens.some((one) => one.currency === ad.currency) && random.chance(80)) {
    return { ...token(draws), currency: ad.currency } as CommandDraft;
  }
  if (!merchants.some((one) => one.user === ad.user) && random.chance(85)) {
    return merchantOf(draws, ad.user);
  }
  const isPoor = spendableOf(state, state.userAt(ad.user), "funding", ad.currency) < 1_000n;
  if (ad.side === "sell" && !accounts.some((one) => one.user === ad.user)) {
    return accountOf(draws, ad.user);
  }
  if (ad.side === "sell" && isPoor) return funding(draws, ad.user, ad.currency);
  return areStale(draws) && random.chance(88) ? prices(draws) : undefined;
}

function funding(draws: Draws, user: number, currency: number): CommandDraft {
  const amount = unitOf(draws, currency) * BigInt(1 + draws.random.below(900));
  return draft("credit", { user, wallet: "funding", currency, amount });
}

function paymentsOf(draws: Draws, ad: { user: number; side: string; fiat: number }): number[] {
  const { random, state } = draws;
  const { accounts, fiats } = state.p2p;
  const methods = fiats[ad.fiat]?.methods ?? [];
  const own = accounts.filter((one) => one.user === ad.user && methods.includes(one.method));
  const usable = ad.side === "buy" ? [...methods] : own.map(({ id }) => id);
  if (random.chance(5)) return usable.slice(-1).concat(usable.slice(-1));
  return random.chance(70) ? usable : usable.slice(-1);
}

/** A price near the exchange rate, or what the ad costs now. */
function fixedPrice(
  draws: Draws,
  pair: { readonly user: number; readonly currency: number; readonly fiat: number },
): bigint {
  const { random, state } = draws;
  const rate = exchangeRate(state, state.userAt(pair.user), pair) ?? 1_000n;
  return (rate * BigInt(random.pick([950, 999, 1_000, 1_000, 1_001, 1_050, 2_000]))) / 1_000n;
}

function ad(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const user = random.pick(MAINS);
  const [currency, side] = [random.pick(TRADED_COINS), random.pick(SIDES)];
  const first = preparation(draws, { user, currency, side });
  if (first !== undefined) return first;
  const { fiats, tokens } = state.p2p;
  const open = fiats.findIndex((one) => one.usdRateE8 !== 0n);
  const at = random.chance(70) ? open : random.below(fiats.length);
  const bounds = fiats[at];
  const most = tokens.find((one) => one.currency === currency)?.quantityMax ?? 1_000n;
  const own = spendableOf(state, state.userAt(user), "funding", currency);
  const wanted = side === "sell" && own < most ? own : most;
  const share = BigInt(random.pick([10, 300, 500, 1_000, 1_000, 1_001]));
  return draft("create_p2p_ad", {
    ...{ user, side, currency, fiat: at, priceType: random.pick(P2P_PRICE_TYPES) },
    price: fixedPrice(draws, { user, currency, fiat: at }),
    premiumE6: random.pick([990_000, 1_000_000, 1_000_000, 1_010_000, 900_000]),
    amountMin: (bounds?.amountMin ?? 1n) * BigInt(random.pick([1, 1, 20])),
    amountMax: bounds?.amountMax ?? 1n,
    quantity: (wanted * share) / 1_000n,
    payMinutes: random.pick(bounds?.payMinutes ?? [1]),
    payments: paymentsOf(draws, { user, side, fiat: at }),
    remark: random.chance(50) ? "" : "fast",
    tradeTerms: random.chance(50) ? "" : "own name only",
  });
}

function adOf(draws: Draws, isWanted: (one: NaiveAd) => boolean): NaiveAd | undefined {
  const { random, state } = draws;
  const ads = state.p2p.ads.filter((one) => one.status !== "removed");
  const wanted = ads.filter(isWanted);
  const from = wanted.length > 0 && random.chance(92) ? wanted : ads;
  return from.length === 0 ? undefined : random.pick(from);
}

function adChange(draws: Draws): CommandDraft {
  const { random } = draws;
  const known = adOf(draws, () => true);
  if (known === undefined) return ad(draws);
  if (areStale(draws) && random.chance(80)) return prices(draws);
  const priceType = random.chance(45) ? "keep" : random.pick(P2P_PRICE_CHANGES);
  const isKept = (): boolean => random.chance(80);
  return draft("update_p2p_ad", {
    ...{ user: known.user, ad: known.id, priceType },
    price: isKept() && known.price > 0n ? 0n : fixedPrice(draws, known),
    premiumE6: isKept() && known.premiumE6 > 0 ? 0 : random.pick([990_000, 1_000_001]),
    amountMin: isKept() ? 0n : known.amountMin + 1n,
    amountMax: isKept() ? 0n : known.amountMax - 1n,
    quantity: isKept() ? 0n : (known.free * BigInt(random.pick([300, 900, 1_100]))) / 1_000n,
    payMinutes: isKept() ? 0 : known.payMinutes,
    payments: isKept() ? [] : paymentsOf(draws, known),
    ...{ remark: known.remark, tradeTerms: isKept() ? known.tradeTerms : "new terms" },
  });
}

function adStatus(draws: Draws): CommandDraft {
  const { random } = draws;
  const known = adOf(draws, ({ status }) => status === "delisted" || random.chance(40));
  if (known === undefined) return ad(draws);
  if (areStale(draws) && random.chance(60)) return prices(draws);
  const other = known.status === "published" ? "delisted" : "published";
  const status = random.chance(72) ? other : random.pick(P2P_AD_STATUSES);
  return draft("set_p2p_ad_status", { user: known.user, ad: known.id, status });
}

/** Where coins or an account are missing, what brings them. */
function takerPreparation(draws: Draws, user: number, wanted: NaiveAd): CommandDraft | undefined {
  const { random, state } = draws;
  const relieved = relief(draws, user) ?? relief(draws, wanted.user);
  if (relieved !== undefined) return relieved;
  if (areStale(draws) && random.chance(85)) return prices(draws);
  if (wanted.side === "sell") return undefined;
  const own = state.p2p.accounts.filter((one) => one.user === user);
  const isPayable = own.some((one) => wanted.payments.includes(one.method));
  if (!isPayable && own.length < 10 && random.chance(85)) {
    return draft("add_p2p_account", {
      ...{ user, method: wanted.payments[0] ?? 0, holder: "J. Doe", details: "IBAN" },
    });
  }
  const has = spendableOf(state, state.userAt(user), "funding", wanted.currency);
  return has === 0n ? funding(draws, user, wanted.currency) : undefined;
}

function order(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const wanted = adOf(draws, ({ free, status }) => status === "published" && free > 0n);
  if (wanted === undefined) return ad(draws);
  const family = state.userAt(wanted.user).parent;
  const mains = random.chance(12) ? MAINS : MAINS.filter((one) => one !== family);
  const user = random.chance(70) ? random.pick(mains) : draws.user();
  const first = takerPreparation(draws, user, wanted);
  if (first !== undefined) return first;
  const price = presentPrice(state, wanted) ?? 1n;
  const most = (wanted.free * price) / unitOf(draws, wanted.currency);
  const bound = most < wanted.amountMax ? most : wanted.amountMax;
  const share = BigInt(random.pick([1, 10, 100, 300, 700, 1_000, 1_020]));
  const amount = (bound * share) / 1_000n;
  const own = state.p2p.accounts.filter(
    (one) => one.user === user && wanted.payments.includes(one.method),
  );
  const accounts = wanted.side === "sell" ? [0, ...wanted.payments] : own.map(({ id }) => id);
  const slack = BigInt(random.pick([0, 0, 0, 1, -1]));
  return draft("place_p2p_order", {
    ...{ user, ad: wanted.id, price: price + slack },
    amount: amount < wanted.amountMin && random.chance(80) ? wanted.amountMin : amount,
    account: accounts.length === 0 ? 0 : random.pick(accounts),
  });
}

/** Steps in the states in which they are allowed, mostly, by who may do them. */
const STEPS: Readonly<Record<string, readonly (readonly [P2pStep, "buyer" | "seller"])[]>> = {
  pending_payment: [
    ["pay", "buyer"],
    ["pay", "buyer"],
    ["pay", "buyer"],
    ["cancel", "buyer"],
    ["release", "seller"],
  ],
  pending_release: [
    ["release", "seller"],
    ["release", "seller"],
    ["release", "buyer"],
    ["appeal", "seller"],
    ["appeal", "buyer"],
    ["cancel", "buyer"],
  ],
  in_appeal: [
    ["release", "seller"],
    ["release", "buyer"],
    ["appeal", "buyer"],
  ],
};

function step(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const open = state.p2p.orders.filter(({ status }) => STEPS[status] !== undefined);
  if (open.length === 0) return order(draws);
  const found = random.pick(open);
  const [what, who] = random.pick(STEPS[found.status] ?? []);
  return draft("step_p2p_order", { user: found[who], order: found.id, step: what });
}

function resolution(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const orders = state.p2p.orders.filter(({ status }) => status === "in_appeal");
  const from = orders.length > 0 && random.chance(92) ? orders : state.p2p.orders;
  if (from.length === 0) return order(draws);
  const isReleased = random.chance(50);
  return draft("resolve_p2p_order", { order: random.pick(from).id, isReleased });
}

export const P2P_DRAWS = {
  set_p2p_fiat: fiat,
  set_p2p_token: token,
  add_p2p_method: method,
  set_p2p_level: level,
  set_p2p_merchant: merchant,
  add_p2p_account: account,
  remove_p2p_account: accountRemoval,
  create_p2p_ad: ad,
  update_p2p_ad: adChange,
  set_p2p_ad_status: adStatus,
  place_p2p_order: order,
  step_p2p_order: step,
  resolve_p2p_order: resolution,
} as const satisfies Readonly<Record<string, Draw>>;
