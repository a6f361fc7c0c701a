/**
 * Terms of the insurance funds, one per realm and currency (decision 0037): the share of trading
 * fees that a fund receives, and the bound of its payments for accounts without positions and for
 * classic loans without collateral.
 */
import { assert } from "../base/assert.ts";
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, type RateE6, rateE6, ZERO_ATOMS } from "../money/units.ts";
import { type FundDraw, newFundDraw, readFundDraw, writeFundDraw } from "./fund-draw.ts";

export type InsuranceFund = {
  readonly realm: Realm;
  readonly currency: number;
  /** Share of the trading fees in the currency, in millionths. */
  feeShare: RateE6;
  /** Balance of the fees account up to which the share has been taken. */
  feesSeen: Atoms;
  /** Largest payment in an hour for such accounts and loans, in atoms; 0 for no bound. */
  drawMax: Atoms;
  readonly draw: FundDraw;
};

/** Funds with terms, by realm and currency, and the time at which fees were last shared. */
export type InsuranceFunds = {
  readonly list: InsuranceFund[];
  sharedAtMs: number;
};

export function createInsuranceFunds(): InsuranceFunds {
  // -0 makes the engine store the field as a double from the start (see `createState`).
  return { list: [], sharedAtMs: -0 };
}

export function findFund(
  funds: InsuranceFunds,
  realm: Realm,
  currency: number,
): InsuranceFund | undefined {
  return funds.list.find((fund) => fund.realm === realm && fund.currency === currency);
}

function isBefore(fund: InsuranceFund, other: InsuranceFund): boolean {
  if (fund.realm === other.realm) return fund.currency < other.currency;
  return indexIn(REALMS, fund.realm) < indexIn(REALMS, other.realm);
}

/** Adds a fund without terms, in order; `feesSeen` is the balance of its fees account. */
export function addFund(
  funds: InsuranceFunds,
  account: { readonly realm: Realm; readonly currency: number; readonly feesSeen: Atoms },
): InsuranceFund {
  const known = findFund(funds, account.realm, account.currency);
  assert(known === undefined, "a realm has one fund per currency");
  const terms = { feeShare: rateE6(0), drawMax: ZERO_ATOMS, draw: newFundDraw() };
  const added: InsuranceFund = { ...account, ...terms };
  const next = funds.list.findIndex((fund) => isBefore(added, fund));
  funds.list.splice(next === -1 ? funds.list.length : next, 0, added);
  return added;
}

export function writeInsuranceFunds(funds: InsuranceFunds, out: ByteWriter): void {
  out.varint(funds.sharedAtMs);
  out.varint(funds.list.length);
  for (const fund of funds.list) {
    out.u8(indexIn(REALMS, fund.realm));
    out.varint(fund.currency);
    out.varint(fund.feeShare);
    out.i64(fund.feesSeen);
    out.i64(fund.drawMax);
    writeFundDraw(out, fund.draw);
  }
}

export function readInsuranceFunds(funds: InsuranceFunds, from: ByteReader): void {
  funds.sharedAtMs = from.varint();
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const fund: InsuranceFund = {
      realm: wordOf(REALMS, from.u8()),
      currency: from.varint(),
      feeShare: rateE6(from.varint()),
      feesSeen: atoms(from.i64()),
      drawMax: atoms(from.i64()),
      draw: readFundDraw(from),
    };
    const last = funds.list.at(-1);
    assert(last === undefined || isBefore(last, fund), "funds are in order of realm and currency");
    funds.list.push(fund);
  }
}
