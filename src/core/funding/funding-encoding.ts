/** Funding in the canonical encoding of the state. */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { type InstrumentFunding, newInstrumentFunding } from "../instruments/instrument-funding.ts";
import { lots, rateE8, ticks } from "../money/units.ts";
import type { State } from "../state.ts";

/** Appends the funding of every instrument, in listing order. */
export function writeFunding(state: State, out: ByteWriter): void {
  const isComplete = state.funding.length === state.instruments.length;
  assert(isComplete, "every instrument has a funding record");
  out.varint(state.fundingUser);
  for (const funding of state.funding) {
    for (const signed of [funding.rateMin, funding.rateMax, funding.rate, funding.premiumMs]) {
      out.f64(signed);
    }
    out.varint(funding.impactLots);
    out.varint(funding.weightMs);
    out.varint(funding.sampledAtMs);
    out.varint(funding.nextAtMs);
    out.varint(funding.count);
    out.varint(funding.open.length);
    for (const { number, rate, mark } of funding.open) {
      out.varint(number);
      out.f64(rate);
      out.varint(mark);
    }
  }
}

/** Reads the funding of every instrument; the instruments have been read before. */
export function readFunding(state: State, from: ByteReader): void {
  assert(state.funding.length === 0, "the funding of a state is read once");
  state.fundingUser = from.varint();
  for (const instrument of state.instruments) {
    const funding: InstrumentFunding = newInstrumentFunding(instrument, 0);
    funding.rateMin = rateE8(from.f64());
    funding.rateMax = rateE8(from.f64());
    funding.rate = rateE8(from.f64());
    funding.premiumMs = from.f64();
    funding.impactLots = lots(from.varint());
    funding.weightMs = from.varint();
    funding.sampledAtMs = from.varint();
    funding.nextAtMs = from.varint();
    funding.count = from.varint();
    const open = from.varint();
    for (let i = 0; i < open; i++) {
      const number = from.varint();
      const rate = rateE8(from.f64());
      funding.open.push({ number, rate, mark: ticks(from.varint()) });
    }
    state.funding.push(funding);
  }
}
