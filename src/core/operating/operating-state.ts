/** What the operator has set, proposed and corrected. */
import { unreachable } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { wordOf } from "../base/bytes.ts";
import { ADMIN_ROLES, type AdminRole, indexIn, WALLETS, type Wallet } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, lots, ticks } from "../money/units.ts";
import { CorrectedTrades } from "./corrected-trades.ts";

/** A token of the admin API. The token itself is known only to its holder. */
export type AdminToken = {
  readonly name: string;
  readonly role: AdminRole;
  /** SHA-256 of the token. */
  readonly digest: Uint8Array;
  readonly issuedAtMs: number;
  /** Time from which it is refused; 0 for never. */
  readonly expiresAtMs: number;
  /** Names of who issued it, of who issued that token, and so on; empty for none. */
  readonly issuers: readonly string[];
};

/** A price correction of a trade, or a refund of a liquidation, without its reference. */
export type Correction =
  | Omit<DraftOf<"bust_trade">, "origin" | "reference">
  | Omit<DraftOf<"refund_liquidation">, "origin" | "reference">;

/** A credit (above 0), debit or correction that waits for a second person. */
export type Adjustment = {
  readonly id: number;
  readonly user: number;
  readonly wallet: Wallet;
  readonly currency: number;
  readonly amount: Atoms;
  /** Correction that waits; user, wallet and amount are then those of the side that receives. */
  readonly correction: Correction | undefined;
  readonly reference: string;
  /** Name of the token of who proposed it. */
  readonly actor: string;
  readonly proposedAtMs: number;
};

export type Adjusting = {
  /** Value in US dollars that one person may adjust in a UTC day alone; 0 for no limit. */
  fourEyesUsd: number;
  /** By id, in the order of proposal. */
  readonly waiting: Map<number, Adjustment>;
  /** By actor: a UTC day, and the value adjusted in it alone, in 10^-8 US dollars. */
  readonly dayUsd: Map<string, { readonly day: number; readonly usd: bigint }>;
};

export type Operating = {
  /** By name. */
  readonly settings: Map<string, string>;
  /** By name. */
  readonly tokens: Map<string, AdminToken>;
  readonly adjusting: Adjusting;
  readonly correctedTrades: CorrectedTrades;
};

export function createOperating(): Operating {
  const adjusting = { fourEyesUsd: 0, waiting: new Map(), dayUsd: new Map() };
  const correctedTrades = new CorrectedTrades();
  return { settings: new Map(), tokens: new Map(), adjusting, correctedTrades };
}

const NO_CORRECTION = 0;
const BUST_TRADE = 1;
const REFUND_LIQUIDATION = 2;

function writeCorrection(correction: Correction | undefined, out: ByteWriter): void {
  if (correction === undefined) return out.u8(NO_CORRECTION);
  switch (correction.kind) {
    case "bust_trade":
      out.u8(BUST_TRADE);
      out.varint(correction.instrument);
      out.varint(correction.tradeId);
      out.varint(correction.buyer);
      out.varint(correction.seller);
      out.varint(correction.price);
      out.varint(correction.fairPrice);
      out.varint(correction.size);
      out.i64(correction.buyerFee);
      out.i64(correction.sellerFee);
      return out.i64(correction.fundMax);
    case "refund_liquidation":
      out.u8(REFUND_LIQUIDATION);
      out.varint(correction.user);
      out.u8(indexIn(WALLETS, correction.wallet));
      out.varint(correction.currency);
      out.varint(correction.liquidationId);
      return out.i64(correction.amount);
    default:
      return unreachable(correction);
  }
}

function readCorrection(from: ByteReader): Correction | undefined {
  switch (from.u8()) {
    case BUST_TRADE:
      return {
        kind: "bust_trade",
        instrument: from.varint(),
        tradeId: from.varint(),
        buyer: from.varint(),
        seller: from.varint(),
        price: ticks(from.varint()),
        fairPrice: ticks(from.varint()),
        size: lots(from.varint()),
        buyerFee: atoms(from.i64()),
        sellerFee: atoms(from.i64()),
        fundMax: atoms(from.i64()),
      };
    case REFUND_LIQUIDATION:
      return {
        kind: "refund_liquidation",
        user: from.varint(),
        wallet: wordOf(WALLETS, from.u8()),
        currency: from.varint(),
        liquidationId: from.varint(),
        amount: atoms(from.i64()),
      };
    default:
      return undefined;
  }
}

function writeAdjusting({ dayUsd, fourEyesUsd, waiting }: Adjusting, out: ByteWriter): void {
  out.varint(fourEyesUsd);
  out.varint(waiting.size);
  for (const adjustment of waiting.values()) {
    out.varint(adjustment.id);
    out.varint(adjustment.user);
    out.u8(indexIn(WALLETS, adjustment.wallet));
    out.varint(adjustment.currency);
    out.i64(adjustment.amount);
    writeCorrection(adjustment.correction, out);
    out.text(adjustment.reference);
    out.text(adjustment.actor);
    out.varint(adjustment.proposedAtMs);
  }
  out.varint(dayUsd.size);
  for (const [actor, { day, usd }] of [...dayUsd].sort(byName)) {
    out.text(actor);
    out.varint(day);
    out.i64(usd);
  }
}

function readAdjusting(adjusting: Adjusting, from: ByteReader): void {
  adjusting.fourEyesUsd = from.varint();
  for (let left = from.varint(); left > 0; left--) {
    const adjustment = {
      id: from.varint(),
      user: from.varint(),
      wallet: wordOf(WALLETS, from.u8()),
      currency: from.varint(),
      amount: atoms(from.i64()),
      correction: readCorrection(from),
      reference: from.text(),
      actor: from.text(),
      proposedAtMs: from.varint(),
    };
    adjusting.waiting.set(adjustment.id, adjustment);
  }
  for (let left = from.varint(); left > 0; left--) {
    adjusting.dayUsd.set(from.text(), { day: from.varint(), usd: from.i64() });
  }
}

function byName(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  if (one[0] === other[0]) return 0;
  return one[0] < other[0] ? -1 : 1;
}

/** Appends settings and tokens, by name, adjustments and corrected trades. */
export function writeOperating(operating: Operating, out: ByteWriter): void {
  const { adjusting, correctedTrades, settings, tokens } = operating;
  out.varint(settings.size);
  for (const [name, value] of [...settings].sort(byName)) {
    out.text(name);
    out.text(value);
  }
  out.varint(tokens.size);
  for (const [, token] of [...tokens].sort(byName)) {
    out.text(token.name);
    out.u8(indexIn(ADMIN_ROLES, token.role));
    out.blob(token.digest);
    out.varint(token.issuedAtMs);
    out.varint(token.expiresAtMs);
    out.varint(token.issuers.length);
    for (const issuer of token.issuers) out.text(issuer);
  }
  writeAdjusting(adjusting, out);
  correctedTrades.write(out);
}

/** Restores what `writeOperating` wrote. */
export function readOperating(operating: Operating, from: ByteReader): void {
  const { adjusting, correctedTrades, settings, tokens } = operating;
  for (let left = from.varint(); left > 0; left--) settings.set(from.text(), from.text());
  for (let left = from.varint(); left > 0; left--) {
    const token = {
      name: from.text(),
      role: wordOf(ADMIN_ROLES, from.u8()),
      digest: from.blob(),
      issuedAtMs: from.varint(),
      expiresAtMs: from.varint(),
      issuers: Array.from({ length: from.varint() }, () => from.text()),
    };
    tokens.set(token.name, token);
  }
  readAdjusting(adjusting, from);
  correctedTrades.read(from);
}
