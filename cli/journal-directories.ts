import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { listSegments } from "../src/journal/segment-files.ts";

export interface JournalDirectories {
  readonly journal: string;
  readonly snapshots: string;
}

/**
 * Returns the directories of journal and snapshots; accepts a data directory or a journal
 * directory. Throws when there is no journal.
 */
export async function findJournal(directory: string): Promise<JournalDirectories> {
  const inside = join(directory, "journal");
  if (existsSync(inside)) return { journal: inside, snapshots: join(directory, "snapshots") };
  if ((await listSegments(nodeFileLayer, directory)).length > 0) {
    return { journal: directory, snapshots: join(directory, "..", "snapshots") };
  }
  throw new Error(`${directory} holds no journal`);
}
