/**
 * Binary encoding of the three most frequent commands, written out field by field: several times
 * faster than by the schema. A test checks that the bytes are those of the schema.
 */
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import {
  LOAN_TYPES,
  MARGIN_MODES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "../base/vocabulary.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../money/units.ts";
import type {
  AmendOrder,
  CancelOrder,
  CommandOf,
  ExitChange,
  ExitTerms,
  MarginTerms,
  PlaceOrder,
} from "./commands.ts";

/** Stamp of a command, which is stored before its fields. */
export type Head = { readonly seq: number; readonly timeMs: number };

function word<T>(from: ByteReader, list: readonly T[]): T {
  const found = list[from.u8()];
  if (found === undefined) throw new BytesDamaged(`a word of the list is stored at ${from.at}`);
  return found;
}

/** Bits of the groups, in schema order. */
const PLACE_EXITS = 1;
const PLACE_MARGIN = 2;
const PLACE_SIZING = 4;
const PLACE_OPENING = 8;
const PLACE_GROUPS = PLACE_EXITS | PLACE_MARGIN | PLACE_SIZING | PLACE_OPENING;
const AMEND_EXITS = 1;

/** Reads the byte whose bits name the groups that follow. */
function presence(from: ByteReader, known: number): number {
  const bits = from.u8();
  if ((bits & ~known) !== 0) throw new BytesDamaged(`groups ${known} at ${from.at}, got ${bits}`);
  return bits;
}

function encodeExits(exits: ExitTerms, out: ByteWriter): void {
  out.varint(exits.profitTrigger);
  out.u8(TRIGGER_SOURCES.indexOf(exits.profitBy));
  out.varint(exits.profitPrice);
  out.varint(exits.lossTrigger);
  out.u8(TRIGGER_SOURCES.indexOf(exits.lossBy));
  out.varint(exits.lossPrice);
}

function decodeExits(from: ByteReader): ExitTerms {
  return {
    profitTrigger: ticks(from.varint()),
    profitBy: word(from, TRIGGER_SOURCES),
    profitPrice: ticks(from.varint()),
    lossTrigger: ticks(from.varint()),
    lossBy: word(from, TRIGGER_SOURCES),
    lossPrice: ticks(from.varint()),
  };
}

function encodeExitChange(change: ExitChange, out: ByteWriter): void {
  out.u8(change.setsProfit ? 1 : 0);
  out.u8(change.setsLoss ? 1 : 0);
  encodeExits(change, out);
}

function decodeExitChange(from: ByteReader): ExitChange {
  const setsProfit = from.u8() === 1;
  const setsLoss = from.u8() === 1;
  return { setsProfit, setsLoss, ...decodeExits(from) };
}

function decodeMargin(from: ByteReader): MarginTerms {
  return { backing: word(from, ORDER_BACKINGS), loanType: word(from, LOAN_TYPES) };
}

/** Writes the fields; the caller has written kind and time. */
export function encodePlaceOrder(command: PlaceOrder, out: ByteWriter): void {
  const { exits, margin, opening, sizing } = command;
  const exitBit = exits === undefined ? 0 : PLACE_EXITS;
  const marginBit = margin === undefined ? 0 : PLACE_MARGIN;
  const sizingBit = sizing === undefined ? 0 : PLACE_SIZING;
  out.u8(exitBit | marginBit | sizingBit | (opening === undefined ? 0 : PLACE_OPENING));
  out.varint(command.user);
  out.varint(command.instrument);
  out.u8(SIDES.indexOf(command.side));
  out.u8(ORDER_TYPES.indexOf(command.orderType));
  out.u8(TIMES_IN_FORCE.indexOf(command.timeInForce));
  out.u8(POSITION_SIDES.indexOf(command.positionSide));
  out.u8(command.reduceOnly ? 1 : 0);
  out.u8(STP_MODES.indexOf(command.stpMode));
  out.varint(command.price);
  out.varint(command.size);
  out.i64(command.quoteAmount);
  out.text(command.clientOrderId);
  out.u8(ORDER_SOURCES.indexOf(command.source));
  if (exits !== undefined) encodeExits(exits, out);
  if (margin !== undefined) {
    out.u8(ORDER_BACKINGS.indexOf(margin.backing));
    out.u8(LOAN_TYPES.indexOf(margin.loanType));
  }
  if (sizing !== undefined) out.varint(sizing.priceE6);
  if (opening !== undefined) out.u8(MARGIN_MODES.indexOf(opening.marginMode));
}

/** Reads the fields. Throws `BytesDamaged`. */
export function decodePlaceOrder(from: ByteReader, head: Head): CommandOf<"place_order"> {
  const groups = presence(from, PLACE_GROUPS);
  return {
    kind: "place_order",
    seq: head.seq as Seq,
    timeMs: head.timeMs as TimeMs,
    user: from.varint(),
    instrument: from.varint(),
    side: word(from, SIDES),
    orderType: word(from, ORDER_TYPES),
    timeInForce: word(from, TIMES_IN_FORCE),
    positionSide: word(from, POSITION_SIDES),
    reduceOnly: from.u8() === 1,
    stpMode: word(from, STP_MODES),
    price: ticks(from.varint()),
    size: lots(from.varint()),
    quoteAmount: atoms(from.i64()),
    clientOrderId: from.text(),
    source: word(from, ORDER_SOURCES),
    exits: (groups & PLACE_EXITS) === 0 ? undefined : decodeExits(from),
    margin: (groups & PLACE_MARGIN) === 0 ? undefined : decodeMargin(from),
    sizing: (groups & PLACE_SIZING) === 0 ? undefined : { priceE6: from.varint() },
    opening: (groups & PLACE_OPENING) === 0 ? undefined : { marginMode: word(from, MARGIN_MODES) },
  };
}

export function encodeAmendOrder(command: AmendOrder, out: ByteWriter): void {
  const { exits } = command;
  out.u8(exits === undefined ? 0 : AMEND_EXITS);
  out.varint(command.user);
  out.varint(command.orderId);
  out.text(command.clientOrderId);
  out.varint(command.price);
  out.varint(command.size);
  out.u8(command.autoCancel ? 1 : 0);
  if (exits !== undefined) encodeExitChange(exits, out);
}

/** Reads the fields. Throws `BytesDamaged`. */
export function decodeAmendOrder(from: ByteReader, head: Head): CommandOf<"amend_order"> {
  const groups = presence(from, AMEND_EXITS);
  return {
    kind: "amend_order",
    seq: head.seq as Seq,
    timeMs: head.timeMs as TimeMs,
    user: from.varint(),
    orderId: from.varint(),
    clientOrderId: from.text(),
    price: ticks(from.varint()),
    size: lots(from.varint()),
    autoCancel: from.u8() === 1,
    exits: (groups & AMEND_EXITS) === 0 ? undefined : decodeExitChange(from),
  };
}

export function encodeCancelOrder(command: CancelOrder, out: ByteWriter): void {
  out.varint(command.user);
  out.varint(command.orderId);
  out.text(command.clientOrderId);
}

/** Reads the fields. Throws `BytesDamaged`. */
export function decodeCancelOrder(from: ByteReader, head: Head): CommandOf<"cancel_order"> {
  return {
    kind: "cancel_order",
    seq: head.seq as Seq,
    timeMs: head.timeMs as TimeMs,
    user: from.varint(),
    orderId: from.varint(),
    clientOrderId: from.text(),
  };
}
