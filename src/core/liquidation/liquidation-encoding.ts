/** Liquidations in the canonical bytes of a state (see `state-encoding.ts`). */

import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { DELEVERAGE_RANKING_MAX } from "../base/limits.ts";
import { LONG, longOrShort } from "../base/position-handle.ts";
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
  assert(ranking.best.length <= DELEVERAGE_RANKING_MAX, "a ranking is bounded");
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

/** Appends the progress of sweep and fund sales, the ranking, and the liquidations by age. */
export function writeLiquidations(state: State, out: ByteWriter): void {
  const { liquidations } = state;
  out.varint(liquidations.cursor);
  out.varint(liquidations.sweptAtMs);
  out.u8(liquidations.isPriceMoved ? 1 : 0);
  out.varint(liquidations.fundsActAtMs);
  out.varint(liquidations.fundsCursor);
  writeRanking(out, liquidations.ranking);
  out.varint(liquidations.count);
  for (const liquidation of liquidations.all()) {
    const { currency, id, instrument, side, user, wallet } = liquidation;
    assert(instrument !== 0 || side === LONG, "a liquidation of an account names no side");
    for (const value of [id, user, wallet, currency, instrument, side]) out.varint(value);
    writeBig(out, liquidation.equity);
    writeBig(out, liquidation.maintenance);
  }
}

/** Restores them. */
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
