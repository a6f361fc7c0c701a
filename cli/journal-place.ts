import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { listSegments } from "../src/journal/repair-tail.ts";

export interface JournalPlace {
  readonly journal: string;
  readonly snapshots: string;
}

/**
 * Where the journal of a data directory lies; a journal's own directory is understood too. Throws
 * when there is none.
 */
export async function journalPlace(directory: string): Promise<JournalPlace> {
  const inside = join(directory, "journal");
  if (existsSync(inside)) return { journal: inside, snapshots: join(directory, "snapshots") };
  if ((await listSegments(nodeFileLayer, directory)).length > 0) {
    return { journal: directory, snapshots: join(directory, "..", "snapshots") };
  }
  throw new Error(`${directory} holds no journal`);
}
