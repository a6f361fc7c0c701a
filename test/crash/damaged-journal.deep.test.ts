/** Cuts at every byte and flips of single bits: what recovery makes of a damaged journal. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  cutAt,
  cutEverywhere,
  findEnds,
  flipBits,
  JOURNAL_BYTES_MIN,
  type JournalSample,
  makeJournalSample,
  RECORDS_MIN,
  SEGMENT_BYTES,
} from "./damage-rounds.ts";
import { drive, recoverFrom, startRig } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";

const FLIPS = 9_000;

describe("a damaged journal", () => {
  let sample: JournalSample;
  beforeAll(async () => {
    sample = await makeJournalSample();
  });

  it("recovers exactly the longest valid prefix wherever it is cut", async () => {
    const { cuts, journalBytes, records } = await cutEverywhere(sample);
    expect(journalBytes).toBeGreaterThanOrEqual(JOURNAL_BYTES_MIN);
    expect(records).toBeGreaterThanOrEqual(RECORDS_MIN);
    expect(cuts).toBe(journalBytes + 1);
  });

  it("replays what is left after a cut, and goes on from there", async () => {
    const ends = findEnds(sample);
    for (let index = 0; index < ends.length; index += 9) {
      for (const shift of [-1, 0, 1]) {
        const files = cutAt(sample, Math.max(0, (ends[index]?.at ?? 0) + shift));
        const end = ends[shift < 0 ? Math.max(0, index - 1) : index]?.lastSeq ?? 0;
        const rig = await startRig(files, { segmentBytes: SEGMENT_BYTES, acceptLossAfter: end });
        const acknowledged = new Map<number, number>();
        let id = 1_000_000;
        const nextId = (): number => id++;
        await drive(rig, { random: new Seeded(index), commands: 5, nextId, acknowledged });
        await rig.sequencer.stop();
        const again = await recoverFrom(files, { segmentBytes: SEGMENT_BYTES });
        expect(again.appliedSeq).toBe(end + 5);
        await again.log.close();
      }
    }
  });

  it("never serves a flipped bit, and refuses to start when an intact batch follows it", async () => {
    const result = await flipBits(sample, { flips: FLIPS, random: new Seeded(4) });
    expect(result.refused + result.cut + result.unharmed).toBe(FLIPS);
    // Only the last batch may be cut; only alignment and unused ends of files do no harm.
    expect(result.refused).toBeGreaterThan(FLIPS * 0.9);
    expect(result.cut).toBeGreaterThan(0);
  });
});
