/** The merchant's side of peer-to-peer trading (v3): own ads. */
import { get, post } from "../../../wire/rest.ts";
import { WireFailure } from "../../../wire/wire-failure.ts";
import type { Page } from "../windows.ts";
import type { Pair, Side } from "./p2p-wire.ts";

const ROOT = "/api/v3/p2p/";

/** The code by which the exchange says that a user is no merchant. */
const NO_MERCHANT = "60049";

export type Merchant = {
  readonly nickName: string;
  readonly accountLevel: string;
  readonly completedOrderNum: string;
  readonly completedRate30D: string;
  readonly avgReleaseTime30D: string;
  readonly equityDetail: {
    readonly maxAdvSellNum: string;
    readonly maxAdvBuyNum: string;
    /** Value of an ad, in US dollars. */
    readonly maxAdvSellLimit: string;
  };
};

/** Returns the user as a merchant; `none` for other users. Rejects with `WireFailure`. */
export async function loadMerchant(): Promise<Merchant | "none"> {
  try {
    return await get<Merchant>(`${ROOT}user-info`);
  } catch (thrown) {
    if (thrown instanceof WireFailure && thrown.code === NO_MERCHANT) return "none";
    throw thrown;
  }
}

export type AdStatus = "publish" | "delist" | "remove";
export type PriceType = "fixed" | "floating";

/** An own ad. */
export type OwnAd = Pair & {
  readonly advId: string;
  readonly side: Side;
  readonly priceType: PriceType;
  /** Empty while a floating price is not known. */
  readonly price: string;
  readonly soldAmount: string;
  readonly lastAmount: string;
  readonly status: AdStatus;
  readonly createdTime: string;
};

/** Returns own ads, newest first, however old. */
export async function loadOwnAds(cursor: string): Promise<Page<OwnAd>> {
  const query = { cursor, limit: 20 };
  const page = await get<{ readonly items: readonly OwnAd[]; readonly nextId: string }>(
    `${ROOT}my-ads`,
    query,
  );
  return { list: page.items, cursor: page.nextId };
}

/** Publishes, delists or removes an ad. Rejects with `WireFailure`. */
export async function operateAd(advId: string, operation: AdStatus): Promise<void> {
  await post(`${ROOT}ad-operate`, { advId, operation });
}

export type Payment = { readonly payMethodId: string; readonly userPayMethodId?: string };

/** The terms of an own ad that can be changed. */
export type AdTerms = {
  readonly priceType: PriceType;
  /** Of a fixed price. */
  readonly price: string;
  /** Floating price ÷ exchange rate. */
  readonly premium: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  /** What can be ordered from now on. */
  readonly quantity: string;
  readonly payTimeLimit: string;
  readonly payMethodIds: readonly Payment[];
  readonly remark: string;
  readonly tradeTerms: string;
};

type AdInfo = Omit<AdTerms, "quantity" | "payTimeLimit" | "tradeTerms"> & {
  readonly lastAmount: string;
  readonly payDuration: string;
  readonly tradeTerm: string;
};

/** Returns the present terms of an own ad that is not removed. Rejects with `WireFailure`. */
export async function loadAdTerms(advId: string): Promise<AdTerms> {
  const { lastAmount, payDuration, tradeTerm, ...info } = await get<AdInfo>(`${ROOT}ad-info`, {
    advId,
  });
  // An ad with a fixed price has no premium yet.
  const premium = info.premium === "" ? "1" : info.premium;
  const terms = { ...info, premium, quantity: lastAmount };
  return { ...terms, payTimeLimit: payDuration, tradeTerms: tradeTerm };
}

/** The terms as the interface takes them: a price or a premium, by the type of the price. */
function termsSent({ premium, price, ...terms }: AdTerms): object {
  return { ...terms, ...(terms.priceType === "fixed" ? { price } : { premium }) };
}

/** Creates and publishes an ad. Rejects with `WireFailure`. */
export async function createAd(ad: Pair & { readonly side: Side }, terms: AdTerms): Promise<void> {
  const { fiat, side, token } = ad;
  await post(`${ROOT}ad-create`, { fiat, side, token, ...termsSent(terms) });
}

/** Changes an ad; open orders keep their terms. Rejects with `WireFailure`. */
export async function updateAd(advId: string, terms: AdTerms): Promise<void> {
  await post(`${ROOT}ad-update`, { advId, ...termsSent(terms) });
}

/** Returns the bounds of the quantity of an ad. */
export async function loadAdBounds(
  ad: Pair & { readonly side: Side },
): Promise<{ readonly min: string; readonly max: string }> {
  const limits = await get<Readonly<Record<string, string>>>(`${ROOT}ad-limit`, ad);
  const name = ad.side === "buy" ? "buy" : "sell";
  return {
    min: limits[`${name}MinTokenAmount`] ?? "",
    max: limits[`${name}MaxTokenAmount`] ?? "",
  };
}
