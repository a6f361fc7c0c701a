/** Invariant of peer-to-peer trading. */
import { exchangeUserOf } from "../accounts/user.ts";
import { REALMS } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { State } from "../state.ts";
import { escrowedBy } from "./p2p-escrow.ts";

/** Checks that the escrow has what published sell ads offer and open orders trade, per coin. */
export function checkP2pEscrow(state: State, report: (finding: string) => void): void {
  const { ledger, p2p } = state;
  const owed = new Map<number, bigint>();
  const add = (currency: number, amount: bigint): void => {
    owed.set(currency, (owed.get(currency) ?? 0n) + amount);
  };
  for (const ad of p2p.ads.values()) {
    if (ad.free < 0n || ad.sold < 0n) report(`ad ${ad.id}: offers ${ad.free}, sold ${ad.sold}`);
    if (ad.status === "removed") report(`ad ${ad.id} is removed and kept`);
    add(ad.currency, escrowedBy(ad));
  }
  const ordersOfAd = new Map<number, number>();
  for (const order of p2p.orders.values()) {
    ordersOfAd.set(order.ad, (ordersOfAd.get(order.ad) ?? 0) + 1);
    const hasEnded = order.status === "completed" || order.status === "cancelled";
    if (hasEnded) report(`order ${order.id} has ended and is open`);
    if (order.fee >= order.quantity) report(`order ${order.id}: the fee takes all`);
    const isEarly = order.status === "pending_payment" && order.payByMs < p2p.nextExpiryMs;
    if (isEarly) report(`order ${order.id} ends before the next one that ends`);
    add(order.currency, order.quantity);
  }
  for (const [ad, count] of ordersOfAd) {
    const indexed = p2p.orders.countOfAd(ad);
    if (indexed !== count) report(`ad ${ad} has ${count} orders, of which ${indexed} count`);
  }
  for (const realm of REALMS) {
    for (const { code, index } of state.currencies) {
      const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX.p2p_escrow, index);
      const wanted = realm === "live" ? (owed.get(index) ?? 0n) : 0n;
      const balance = ledger.balance(account);
      if (balance !== wanted || ledger.hold(account) !== 0n) {
        report(`${realm} ${code}: the escrow has ${balance}, ads and orders ${wanted}`);
      }
    }
  }
}
