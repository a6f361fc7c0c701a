/** Liquidations in the canonical bytes of a state (see `state-encoding.ts`). */

import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { longOrShort } from "../base/position-handle.ts";
import type { DeleverageRanking } from "../margin/liquidations.ts";
import type { State } from "../state.ts";

function writeBig(out: ByteWriter, value: bigint): void {
  out.text(value.toString());
}

function readBig(from: ByteReader): bigint {
  return BigInt(from.text());
}

function writeRanking(out: ByteWriter, ranking: DeleverageRanking | undefined): void {
  out.u8(ranking === undefined ? 0 : 1);
  if (ranking === undefined) return;
  out.varint(ranking.instrument);
  out.u8(ranking.side);
  out.varint(ranking.beganAtMs);
  out.varint(ranking.nextUser);
  out.u8(ranking.isComplete ? 1 : 0);
  out.varint(ranking.best.length);
  for (const { bottom, top, user } of ranking.best) {
    out.varint(user);
    writeBig(out, top);
    writeBig(out, bottom);
  }
}

function readRanking(from: ByteReader): DeleverageRanking | undefined {
  if (from.u8() === 0) return undefined;
  const ranking: DeleverageRanking = {
    instrument: from.varint(),
    side: longOrShort(from.u8()),
    beganAtMs: from.varint(),
    nextUser: from.varint(),
    isComplete: from.u8() === 1,
    best: [],
  };
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const user = from.varint();
    const top = readBig(from);
    ranking.best.push({ user, top, bottom: readBig(from) });
  }
  return ranking;
}

/** Appends how far sweep and sales have come, and the liquidations under way, oldest first. */
export function writeLiquidations(state: State, out: ByteWriter): void {
  const { liquidations } = state;
  out.varint(liquidations.cursor);
  out.varint(liquidations.sweptAtMs);
  out.u8(liquidations.isPriceMoved ? 1 : 0);
  out.varint(liquidations.fundsActAtMs);
  out.varint(liquidations.fundsCursor);
  writeRanking(out, liquidations.ranking);
  out.varint(liquidations.count);
  for (const one of liquidations.all()) {
    for (const value of [one.id, one.user, one.wallet, one.currency, one.instrument, one.side]) {
      out.varint(value);
    }
    writeBig(out, one.equity);
    writeBig(out, one.maintenance);
  }
}

/** Reads them back. */
export function readLiquidations(state: State, from: ByteReader): void {
  const { liquidations } = state;
  liquidations.cursor = from.varint();
  liquidations.sweptAtMs = from.varint();
  liquidations.isPriceMoved = from.u8() === 1;
  liquidations.fundsActAtMs = from.varint();
  liquidations.fundsCursor = from.varint();
  liquidations.ranking = readRanking(from);
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    liquidations.add({
      id: from.varint(),
      user: from.varint(),
      wallet: from.varint(),
      currency: from.varint(),
      instrument: from.varint(),
      side: longOrShort(from.varint()),
      equity: readBig(from),
      maintenance: readBig(from),
    });
  }
}
