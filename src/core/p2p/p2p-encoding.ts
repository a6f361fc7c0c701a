/** Canonical encoding of peer-to-peer trading. */
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import {
  indexIn,
  P2P_AD_STATUSES,
  P2P_LEVELS,
  P2P_ORDER_STATUSES,
  P2P_PRICE_TYPES,
  SIDES,
} from "../base/vocabulary.ts";
import { atoms, rateE6 } from "../money/units.ts";
import type { P2pAccount, P2pOrder } from "./p2p-order.ts";
import type { P2p, P2pAd, P2pFiat } from "./p2p-state.ts";

function byKey<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort(([one], [other]) => one - other);
}

function writeInts(out: ByteWriter, numbers: readonly number[]): void {
  out.varint(numbers.length);
  for (const number of numbers) out.varint(number);
}

function readInts(from: ByteReader): number[] {
  const numbers: number[] = [];
  for (let count = from.varint(); count > 0; count--) numbers.push(from.varint());
  return numbers;
}

function writeFiat(out: ByteWriter, fiat: P2pFiat): void {
  out.text(fiat.code);
  out.varint(fiat.decimals);
  out.i64(fiat.usdRateE8);
  out.i64(fiat.amountMin);
  out.i64(fiat.amountMax);
  out.varint(fiat.floatMinE6);
  out.varint(fiat.floatMaxE6);
  out.varint(fiat.fixedMinE6);
  out.varint(fiat.fixedMaxE6);
  writeInts(out, fiat.payMinutes);
  writeInts(out, fiat.methods);
}

function readFiat(from: ByteReader): P2pFiat {
  return {
    code: from.text(),
    decimals: from.varint(),
    usdRateE8: from.i64(),
    amountMin: atoms(from.i64()),
    amountMax: atoms(from.i64()),
    floatMinE6: from.varint(),
    floatMaxE6: from.varint(),
    fixedMinE6: from.varint(),
    fixedMaxE6: from.varint(),
    payMinutes: readInts(from),
    methods: readInts(from),
  };
}

function writeAccount(out: ByteWriter, account: P2pAccount): void {
  out.varint(account.id);
  out.varint(account.user);
  out.varint(account.method);
  out.text(account.holder);
  out.text(account.details);
}

function readAccount(from: ByteReader): P2pAccount {
  return {
    id: from.varint(),
    user: from.varint(),
    method: from.varint(),
    holder: from.text(),
    details: from.text(),
  };
}

function writeAd(out: ByteWriter, ad: P2pAd): void {
  const { terms } = ad;
  out.varint(ad.id);
  out.varint(ad.user);
  out.u8(indexIn(SIDES, ad.side));
  out.varint(ad.currency);
  out.varint(ad.fiat);
  out.varint(ad.createdAtMs);
  out.varint(ad.updatedAtMs);
  out.u8(indexIn(P2P_PRICE_TYPES, terms.priceType));
  out.i64(terms.price);
  out.varint(terms.premiumE6);
  out.i64(terms.amountMin);
  out.i64(terms.amountMax);
  out.varint(terms.payMinutes);
  writeInts(out, terms.payments);
  out.text(terms.remark);
  out.text(terms.tradeTerms);
  out.u8(indexIn(P2P_AD_STATUSES, ad.status));
  out.i64(ad.free);
  out.i64(ad.sold);
}

function readAd(from: ByteReader): P2pAd {
  return {
    id: from.varint(),
    user: from.varint(),
    side: wordOf(SIDES, from.u8()),
    currency: from.varint(),
    fiat: from.varint(),
    createdAtMs: from.varint(),
    updatedAtMs: from.varint(),
    terms: {
      priceType: wordOf(P2P_PRICE_TYPES, from.u8()),
      price: atoms(from.i64()),
      premiumE6: from.varint(),
      amountMin: atoms(from.i64()),
      amountMax: atoms(from.i64()),
      payMinutes: from.varint(),
      payments: readInts(from),
      remark: from.text(),
      tradeTerms: from.text(),
    },
    status: wordOf(P2P_AD_STATUSES, from.u8()),
    free: atoms(from.i64()),
    sold: atoms(from.i64()),
  };
}

function writeOrder(out: ByteWriter, order: P2pOrder): void {
  out.varint(order.id);
  out.varint(order.ad);
  out.varint(order.buyer);
  out.varint(order.seller);
  out.varint(order.maker);
  out.varint(order.currency);
  out.varint(order.fiat);
  out.i64(order.price);
  out.i64(order.amount);
  out.i64(order.quantity);
  out.i64(order.fee);
  writeAccount(out, order.account);
  out.text(order.remark);
  out.varint(order.createdAtMs);
  out.varint(order.payByMs);
  out.varint(order.paidAtMs);
  out.varint(order.appealedAtMs);
  out.u8(indexIn(P2P_ORDER_STATUSES, order.status));
}

function readOrder(from: ByteReader): P2pOrder {
  return {
    id: from.varint(),
    ad: from.varint(),
    buyer: from.varint(),
    seller: from.varint(),
    maker: from.varint(),
    currency: from.varint(),
    fiat: from.varint(),
    price: atoms(from.i64()),
    amount: atoms(from.i64()),
    quantity: atoms(from.i64()),
    fee: atoms(from.i64()),
    account: readAccount(from),
    remark: from.text(),
    createdAtMs: from.varint(),
    payByMs: from.varint(),
    paidAtMs: from.varint(),
    appealedAtMs: from.varint(),
    status: wordOf(P2P_ORDER_STATUSES, from.u8()),
  };
}

function writeTerms(p2p: P2p, out: ByteWriter): void {
  out.varint(p2p.fiats.length);
  for (const fiat of p2p.fiats) writeFiat(out, fiat);
  out.varint(p2p.tokens.size);
  for (const [currency, { fee, quantityMax, quantityMin }] of byKey(p2p.tokens)) {
    out.varint(currency);
    out.i64(quantityMin);
    out.i64(quantityMax);
    out.varint(fee);
  }
  out.varint(p2p.methods.length);
  for (const method of p2p.methods) out.text(method);
  for (const level of P2P_LEVELS) {
    const limits = p2p.levels[level];
    out.varint(limits.sellAdsMax);
    out.varint(limits.buyAdsMax);
    out.varint(limits.adUsdMax);
    out.varint(limits.adOrdersMax);
    out.varint(limits.ordersMax);
  }
  out.varint(p2p.merchants.size);
  for (const [user, { level, nickName }] of byKey(p2p.merchants)) {
    out.varint(user);
    out.u8(indexIn(P2P_LEVELS, level));
    out.text(nickName);
  }
}

function readTerms(p2p: P2p, from: ByteReader): void {
  for (let count = from.varint(); count > 0; count--) p2p.fiats.push(readFiat(from));
  for (let count = from.varint(); count > 0; count--) {
    const currency = from.varint();
    const quantityMin = atoms(from.i64());
    const quantityMax = atoms(from.i64());
    p2p.tokens.set(currency, { currency, quantityMin, quantityMax, fee: rateE6(from.varint()) });
  }
  for (let count = from.varint(); count > 0; count--) p2p.methods.push(from.text());
  for (const level of P2P_LEVELS) {
    p2p.levels[level] = {
      sellAdsMax: from.varint(),
      buyAdsMax: from.varint(),
      adUsdMax: from.varint(),
      adOrdersMax: from.varint(),
      ordersMax: from.varint(),
    };
  }
  for (let count = from.varint(); count > 0; count--) {
    const user = from.varint();
    const level = wordOf(P2P_LEVELS, from.u8());
    p2p.merchants.set(user, { level, nickName: from.text() });
  }
}

/** Appends peer-to-peer trading. */
export function writeP2p(p2p: P2p, out: ByteWriter): void {
  writeTerms(p2p, out);
  out.varint(p2p.accounts.size);
  for (const account of p2p.accounts.values()) writeAccount(out, account);
  out.varint(p2p.ads.size);
  for (const ad of p2p.ads.values()) writeAd(out, ad);
  out.varint(p2p.orders.size);
  for (const order of p2p.orders.values()) writeOrder(out, order);
}

/** Reads what `writeP2p` wrote. Throws `BytesDamaged`. */
export function readP2p(p2p: P2p, from: ByteReader): void {
  readTerms(p2p, from);
  for (let count = from.varint(); count > 0; count--) {
    const account = readAccount(from);
    p2p.accounts.set(account.id, account);
  }
  for (let count = from.varint(); count > 0; count--) {
    const ad = readAd(from);
    p2p.ads.set(ad.id, ad);
  }
  for (let count = from.varint(); count > 0; count--) {
    const order = readOrder(from);
    p2p.orders.add(order);
    const isUnpaid = order.status === "pending_payment";
    if (isUnpaid) p2p.nextExpiryMs = Math.min(p2p.nextExpiryMs, order.payByMs);
  }
}
