/** Peer-to-peer trading of the hostile world: alice, ulla and vera are merchants, alice takes. */
import type { P2pStep } from "../../src/core/base/vocabulary.ts";
import { atoms } from "../../src/core/money/units.ts";
import { wireId } from "../../src/wire/ids.ts";
import type { ExchangeFixture } from "../support/test-exchange.ts";
import { COIN } from "../support/test-listings.ts";

/** Ids of orders, ads and a payment account of ulla, of an ad that ulla may order from. */
export interface OwnP2p {
  readonly p2pUnpaid: string;
  readonly p2pPaid: string;
  readonly p2pAd: string;
  readonly p2pOffer: string;
  readonly p2pAccount: string;
}

export const NO_P2P: OwnP2p = {
  ...{ p2pUnpaid: "", p2pPaid: "", p2pAd: "", p2pOffer: "", p2pAccount: "" },
};

export async function openP2p(exchange: ExchangeFixture): Promise<OwnP2p> {
  const currency = exchange.state.currencyByCode.get("USDT")?.index ?? 0;
  const [alice, ulla, vera] = ["alice", "ulla", "vera"].map((name) => exchange.user(name).index);
  if (alice === undefined || ulla === undefined || vera === undefined) throw new Error("no users");
  await exchange.apply({ kind: "add_p2p_method", name: "Bank transfer" });
  await exchange.apply({
    ...{ kind: "set_p2p_fiat", code: "USD", decimals: 2, usdRateE8: atoms(COIN) },
    ...{ amountMin: atoms(1n), amountMax: atoms(1_000_000n) },
    ...{ floatMinE6: 500_000, floatMaxE6: 2_000_000, fixedMinE6: 500_000, fixedMaxE6: 2_000_000 },
    ...{ payMinutes: [1, 15], methods: [0] },
  });
  const quantities = { quantityMin: atoms(1n), quantityMax: atoms(1_000n * COIN) };
  await exchange.apply({ kind: "set_p2p_token", currency, ...quantities, feeE6: 0 });
  const added = async (user: number): Promise<number> => {
    const account = { user, method: 0, holder: "J. Doe", details: "IBAN 1" };
    return (await exchange.apply({ kind: "add_p2p_account", ...account })).id;
  };
  const ad = async (user: number, account: number): Promise<number> => {
    const { id } = await exchange.apply({
      ...{ kind: "create_p2p_ad", user, side: "sell", currency, fiat: 0, priceType: "fixed" },
      ...{ price: atoms(100n), premiumE6: 0, amountMin: atoms(1n), amountMax: atoms(100_000n) },
      ...{ quantity: atoms(100n * COIN), payMinutes: 15, payments: [account] },
      ...{ remark: "", tradeTerms: "" },
    });
    return id;
  };
  const order = async (user: number, adId: number, steps: readonly P2pStep[]): Promise<string> => {
    const terms = { ad: adId, price: atoms(100n), amount: atoms(1_000n), account: 0 };
    const { id } = await exchange.apply({ kind: "place_p2p_order", user, ...terms });
    for (const step of steps) {
      await exchange.apply({ kind: "step_p2p_order", user, order: id, step });
    }
    return wireId(id);
  };
  for (const user of [alice, ulla, vera]) {
    const amount = atoms(10_000n * COIN);
    await exchange.apply({ kind: "credit", user, wallet: "funding", currency, amount });
    const nickName = `Trader ${user}`;
    await exchange.apply({ kind: "set_p2p_merchant", user, level: "master", nickName });
  }
  const [ullas, veras] = [await added(ulla), await added(vera)];
  const [own, first, offer] = [await ad(ulla, ullas), await ad(vera, veras), await ad(vera, veras)];
  await order(alice, offer, []);
  return {
    p2pUnpaid: await order(ulla, first, []),
    p2pPaid: await order(vera, own, ["pay"]),
    p2pAd: wireId(own),
    p2pOffer: wireId(offer),
    p2pAccount: wireId(await added(ulla)),
  };
}
