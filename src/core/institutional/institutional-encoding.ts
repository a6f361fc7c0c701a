/** Risk units and loan products in the canonical bytes of a state (see `state-encoding.ts`). */
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atoms, rateE6, rateE8 } from "../money/units.ts";
import type { Institutional, LoanProduct, ProductCoin, RiskUnit, UnitLoan } from "./risk-unit.ts";

function writeProduct(out: ByteWriter, product: LoanProduct): void {
  out.u8(indexIn(REALMS, product.realm));
  out.varint(product.id);
  out.varint(product.leverage);
  out.varint(product.dailyRate);
  out.varint(product.transferLine);
  out.varint(product.buyLine);
  out.varint(product.openLine);
  out.varint(product.liquidationLine);
  out.varint(product.stopLine);
  out.varint(product.coins.length);
  for (const { currency, ratio, valueMaxUsd } of product.coins) {
    out.varint(currency);
    out.varint(ratio);
    out.varint(valueMaxUsd);
  }
  out.varint(product.instruments.length);
  for (const instrument of product.instruments) out.varint(instrument);
}

function readProduct(from: ByteReader): LoanProduct {
  const terms = {
    realm: wordOf(REALMS, from.u8()),
    id: from.varint(),
    leverage: from.varint(),
    dailyRate: rateE8(from.varint()),
    transferLine: rateE6(from.varint()),
    buyLine: rateE6(from.varint()),
    openLine: rateE6(from.varint()),
    liquidationLine: rateE6(from.varint()),
    stopLine: rateE6(from.varint()),
  };
  const coins: ProductCoin[] = [];
  for (let left = from.varint(); left > 0; left--) {
    const currency = from.varint();
    coins.push({ currency, ratio: rateE6(from.varint()), valueMaxUsd: from.varint() });
  }
  const instruments: number[] = [];
  for (let left = from.varint(); left > 0; left--) instruments.push(from.varint());
  return { ...terms, coins, instruments };
}

function writeUnit(out: ByteWriter, unit: RiskUnit): void {
  out.varint(unit.product);
  out.u8(unit.isLiquidating ? 1 : 0);
  out.varint(unit.users.length);
  for (const user of unit.users) out.varint(user);
  out.varint(unit.loans.length);
  for (const loan of unit.loans) {
    out.varint(loan.id);
    out.varint(loan.currency);
    out.varint(loan.dailyRate);
    out.i64(loan.principal);
    out.i64(loan.interest);
    out.varint(loan.hour);
  }
}

function readUnit(from: ByteReader): RiskUnit {
  const product = from.varint();
  const isLiquidating = from.u8() === 1;
  const users: number[] = [];
  for (let left = from.varint(); left > 0; left--) users.push(from.varint());
  const loans: UnitLoan[] = [];
  for (let left = from.varint(); left > 0; left--) {
    loans.push({
      id: from.varint(),
      currency: from.varint(),
      dailyRate: rateE8(from.varint()),
      principal: atoms(from.i64()),
      interest: atoms(from.i64()),
      hour: from.varint(),
    });
  }
  return { user: users[0] ?? 0, product, users, isLiquidating, loans };
}

/** Appends products and units. */
export function writeInstitutional(institutional: Institutional, out: ByteWriter): void {
  out.varint(institutional.sweptAtMs);
  out.varint(institutional.cursor);
  out.varint(institutional.products.length);
  for (const product of institutional.products) writeProduct(out, product);
  const units = institutional.units();
  out.varint(units.length);
  for (const unit of units) writeUnit(out, unit);
}

/** Restores what `writeInstitutional` wrote. */
export function readInstitutional(institutional: Institutional, from: ByteReader): void {
  institutional.sweptAtMs = from.varint();
  institutional.cursor = from.varint();
  for (let left = from.varint(); left > 0; left--) institutional.products.push(readProduct(from));
  for (let left = from.varint(); left > 0; left--) institutional.add(readUnit(from));
}
