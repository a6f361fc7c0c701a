import { beforeEach, describe, expect, it } from "vitest";
import { tickEvents, ticksOf } from "../../../test/support/tick-events.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { createState, type State } from "../../core/state.ts";
import { HANDED_LAG_MAX, HANDED_WORDS_OF_CHUNK } from "../../projections/history/limits.ts";
import { EventHandover } from "./event-handover.ts";

const CHUNKS_MAX = 3;
const WORDS_MAX = CHUNKS_MAX * HANDED_WORDS_OF_CHUNK;
/** So many words that two of them do not fit into one chunk. */
const MANY = HANDED_WORDS_OF_CHUNK / 2 + 1;

let state: State;
let handover: EventHandover;
beforeEach(() => {
  state = createState();
  handover = new EventHandover(state, WORDS_MAX);
});

/** Adds a command with one event, padded with zeros to so many words. */
function add(seq: number, words = 0): void {
  const events = tickEvents(seq);
  const padded = new Float64Array(Math.max(words, events.length));
  padded.set(events);
  handover.add(padded, seq);
}

/** Seqs of the commands that go over, and the command before the first. */
function taken(): { readonly afterSeq: number; readonly seqs: readonly number[] } | undefined {
  const handed = handover.take();
  if (handed === undefined) return undefined;
  return { afterSeq: handed.afterSeq, seqs: handed.blocks.flatMap(({ words }) => ticksOf(words)) };
}

describe("handing events over", () => {
  it("begins once the thread is near, and continues without a gap", () => {
    add(1);
    expect(taken(), "the thread is not there yet").toBeUndefined();
    handover.committed(0);
    add(2);
    add(3);
    expect(taken()).toEqual({ afterSeq: 1, seqs: [2, 3] });
    expect(taken(), "nothing is handed over twice").toBeUndefined();
    add(4);
    handover.committed(3);
    add(5);
    expect(taken()).toEqual({ afterSeq: 3, seqs: [4, 5] });
  });

  it("does not begin while the thread is far behind", () => {
    for (const [endSeq, isNear] of [
      [HANDED_LAG_MAX + 6, false],
      [HANDED_LAG_MAX + 5, true],
    ] as const) {
      handover = new EventHandover(createState(), WORDS_MAX);
      add(endSeq);
      handover.committed(5);
      add(endSeq + 1);
      expect(taken() !== undefined).toBe(isNear);
    }
  });

  it("leaves out commands that the thread has, or that came before the first state", () => {
    state.seq = 4;
    handover = new EventHandover(state, WORDS_MAX);
    handover.committed(6);
    for (let seq = 3; seq <= 8; seq++) add(seq);
    expect(taken()).toEqual({ afterSeq: 6, seqs: [7, 8] });
  });

  it("stops where the memory is full, and begins again when the thread has caught up", () => {
    handover.committed(0);
    for (let seq = 1; seq <= CHUNKS_MAX + 2; seq++) add(seq, MANY);
    const first = handover.take();
    expect(first?.blocks.map(({ endSeq }) => endSeq)).toEqual([1, 2, 3]);
    handover.committed(2);
    add(6, MANY);
    expect(taken(), "there is memory again, and a gap").toBeUndefined();
    handover.committed(3);
    add(7, MANY);
    expect(handover.take()).toMatchObject({ afterSeq: 6, blocks: [{ endSeq: 7 }] });
  });

  it("hands a very large batch over in one block, unless it is larger than all the memory", () => {
    handover.committed(0);
    add(1, WORDS_MAX);
    const [block] = handover.take()?.blocks ?? [];
    expect([block?.endSeq, block?.words.length]).toEqual([1, WORDS_MAX]);
    handover.committed(1);
    add(2, WORDS_MAX + 1);
    add(3);
    expect(taken(), "a gap").toBeUndefined();
    handover.committed(3);
    add(4);
    expect(taken()).toEqual({ afterSeq: 3, seqs: [4] });
  });

  it("uses memory again only after the rows of its events are committed", () => {
    handover.committed(0);
    add(1);
    const first = handover.take()?.blocks[0];
    add(2);
    const second = handover.take()?.blocks[0];
    handover.committed(1);
    add(3);
    const third = handover.take()?.blocks[0];
    expect(second?.words.buffer).not.toBe(first?.words.buffer);
    expect(third?.words.buffer).toBe(first?.words.buffer);
    expect(ticksOf(second?.words ?? new Float64Array())).toEqual([2]);
  });

  it("forgets what a thread that ended did not read", () => {
    handover.committed(0);
    add(1);
    handover.take();
    add(2);
    handover.reset();
    add(3);
    expect(taken()).toBeUndefined();
    handover.committed(0);
    add(4);
    expect(taken()).toEqual({ afterSeq: 3, seqs: [4] });
  });

  it("lists what events refer to before they go over", () => {
    state.currencies.push({ index: 0, code: "BTC", decimals: 8, isPractice: false });
    add(1);
    handover.committed(1);
    state.currencies.push({ index: 1, code: "ETH", decimals: 9, isPractice: false });
    add(2);
    const currencies = [{ currency: 1, code: "ETH", decimals: 9 }];
    expect(handover.take()?.listing, "the thread has the others").toEqual([{ currencies }]);
    add(3);
    expect(handover.take()?.listing).toEqual([]);
  });

  it("copies the events as they are", () => {
    handover.committed(0);
    const words = tickEvents(1);
    handover.add(words, 1);
    const copy = handover.take()?.blocks[0]?.words ?? new Float64Array();
    words.fill(0);
    const reader = new EventReader(copy);
    expect(reader.next()).toBe(true);
    expect([reader.kind, reader.seq, reader.timeMs]).toEqual(["command_applied", 1, 1_000]);
  });
});
