/** Every released command format can be read for ever: its journals replay to what they were. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { missingForms, releasedJournals, replayJournal, unpackJournal } from "./released-format.ts";

const parent = mkdtempSync(join(tmpdir(), "bourse-formats-"));
afterAll(() => rmSync(parent, { recursive: true }));

const journals = releasedJournals();

describe("a journal of a released command format", () => {
  it.for(journals)("of $format, $name, replays to its outcomes and state", async (journal) => {
    const directory = join(parent, String(journal.format), journal.name);
    unpackJournal(journal, directory);
    expect(await replayJournal(directory)).toEqual({
      lastSeq: journal.lastSeq,
      stateHash: journal.stateHash,
      outcomeHash: journal.outcomeHash,
    });
  });

  it("of the present format holds commands of every kind and form", async () => {
    expect([...(await missingForms(journals))]).toEqual([]);
  });
});
