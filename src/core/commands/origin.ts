/**
 * Origin of a command: the request that it came with and, for an act of the operator, who acted and
 * why. Commands of the exchange itself, of its agents and of recovered old journals have none.
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
  /** Present when the command is an act of the operator. */
  readonly act: Act | undefined;
};

/** Bit of the byte of a command's kind that says that its origin follows its time. */
export const HAS_ORIGIN = 128;

const IS_ACT = 1;

export function encodeOrigin({ act, requestId }: Origin, out: ByteWriter): void {
  out.u8(act === undefined ? 0 : IS_ACT);
  out.text(requestId);
  if (act === undefined) return;
  out.text(act.actor);
  out.text(act.reason);
}

/** Throws `BytesDamaged`. */
export function decodeOrigin(from: ByteReader): Origin {
  const bits = from.u8();
  if (bits > IS_ACT) throw new BytesDamaged(`an origin at ${from.at}, got ${bits}`);
  const requestId = from.text();
  if (bits === 0) return { requestId, act: undefined };
  return { requestId, act: { actor: from.text(), reason: from.text() } };
}
