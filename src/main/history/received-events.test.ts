import { describe, expect, it } from "vitest";
import { tickEvents, ticksOf } from "../../../test/support/tick-events.ts";
import { ReceivedEvents } from "./received-events.ts";

/** Blocks of one command each, the first one after `afterSeq`. */
function blocks(afterSeq: number, count: number) {
  const seqs = Array.from({ length: count }, (_, index) => afterSeq + 1 + index);
  return seqs.map((endSeq) => ({ endSeq, words: tickEvents(endSeq) }));
}

function received(...parts: readonly (readonly [afterSeq: number, count: number])[]) {
  const events = new ReceivedEvents();
  for (const [afterSeq, count] of parts) {
    events.add({ afterSeq, blocks: blocks(afterSeq, count), listing: [] });
  }
  return events;
}

function seqsAfter(events: ReceivedEvents, seq: number, words = Number.POSITIVE_INFINITY) {
  return events.after(seq, words).flatMap(ticksOf);
}

describe("received events", () => {
  it("continue the rows, over several messages", () => {
    const events = received([2, 2], [4, 1]);
    expect(seqsAfter(events, 2)).toEqual([3, 4, 5]);
    expect(seqsAfter(events, 2), "until their rows are committed").toEqual([3, 4, 5]);
    expect(seqsAfter(events, 4)).toEqual([5]);
    expect(seqsAfter(events, 5)).toEqual([]);
  });

  it("end at a gap, and wait behind one", () => {
    const events = received([2, 2], [7, 1]);
    expect(events.afterSeq).toBe(2);
    expect(seqsAfter(events, 1)).toEqual([]);
    expect(seqsAfter(events, 2)).toEqual([3, 4]);
    expect(seqsAfter(events, 4)).toEqual([]);
    expect(events.afterSeq).toBe(7);
    expect(seqsAfter(events, 7)).toEqual([8]);
  });

  it("include a block that the rows have a part of", () => {
    const words = new Float64Array([...tickEvents(3), ...tickEvents(4)]);
    const events = new ReceivedEvents();
    events.add({ afterSeq: 2, blocks: [{ endSeq: 4, words }], listing: [] });
    expect(seqsAfter(events, 3)).toEqual([3, 4]);
  });

  it("come in blocks that together have so many words", () => {
    const events = received([0, 5]);
    const { length } = tickEvents(1);
    expect(seqsAfter(events, 0, length)).toEqual([1]);
    expect(seqsAfter(events, 0, length + 1)).toEqual([1, 2]);
  });

  it("are none at first", () => {
    expect(seqsAfter(received(), 0)).toEqual([]);
    expect(received().afterSeq).toBe(Number.POSITIVE_INFINITY);
  });
});
