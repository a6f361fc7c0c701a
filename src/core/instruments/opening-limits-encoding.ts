/** Canonical encoding of opening limits. */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { rateE6 } from "../money/units.ts";
import type { OpeningLimits } from "./opening-limits.ts";

export function writeOpeningLimits(out: ByteWriter, limits: OpeningLimits): void {
  for (const value of [
    limits.feeUpRatio,
    limits.costUpRatio,
    limits.positionShare,
    limits.symbolOrdersMax,
    limits.productOrdersMax,
    limits.positionsMax,
    limits.opensUntilMs,
  ]) {
    out.varint(value);
  }
}

export function readOpeningLimits(from: ByteReader): OpeningLimits {
  return {
    feeUpRatio: rateE6(from.varint()),
    costUpRatio: rateE6(from.varint()),
    positionShare: rateE6(from.varint()),
    symbolOrdersMax: from.varint(),
    productOrdersMax: from.varint(),
    positionsMax: from.varint(),
    opensUntilMs: from.varint(),
  };
}
