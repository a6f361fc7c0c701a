/**
 * Origin of a command: the request that it came with, the API key that signed it and, for an act of
 * the operator, who acted and why. Commands of the exchange itself, of its agents and of recovered
 * old journals have none.
 */
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";

/** Who of the operator's people acted, and why. */
export type Act = {
  /** Name of the admin token. */
  readonly actor: string;
  /** Free text of the actor; empty for none. */
  readonly reason: string;
};

export type Origin = {
  /** Id of the request, as its response names it; empty for none. */
  readonly requestId: string;
  /**
   * The first eight hexadecimal digits of the API key that signed the request, as a number of 32
   * bits. Absent for acts of the operator, and in journals of formats before 11.
   */
  readonly keyPrefix?: number | undefined;
  /** Present when the command is an act of the operator. */
  readonly act: Act | undefined;
};

/** Bit of the byte of a command's kind that says that its origin follows its time. */
export const HAS_ORIGIN = 128;

const IS_ACT = 1;
const HAS_KEY = 2;
/** Bits of the origins of format 10, which had no keys. */
export const ORIGIN_BITS_10 = IS_ACT;
const ORIGIN_BITS = IS_ACT | HAS_KEY;

export function encodeOrigin({ act, keyPrefix, requestId }: Origin, out: ByteWriter): void {
  out.u8((act === undefined ? 0 : IS_ACT) | (keyPrefix === undefined ? 0 : HAS_KEY));
  out.text(requestId);
  if (keyPrefix !== undefined) out.u32(keyPrefix);
  if (act === undefined) return;
  out.text(act.actor);
  out.text(act.reason);
}

/** Reads an origin whose parts are among `known`. Throws `BytesDamaged`. */
export function decodeOrigin(from: ByteReader, known = ORIGIN_BITS): Origin {
  const bits = from.u8();
  if ((bits & ~known) !== 0) throw new BytesDamaged(`an origin at ${from.at}, got ${bits}`);
  const requestId = from.text();
  const keyPrefix = (bits & HAS_KEY) === 0 ? undefined : from.u32();
  const isAct = (bits & IS_ACT) !== 0;
  const act = isAct ? { actor: from.text(), reason: from.text() } : undefined;
  return { requestId, keyPrefix, act };
}
