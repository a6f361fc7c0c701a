/** What a journal says about the books: looked at after every single command. */
import { join } from "node:path";
import { audit } from "../../../src/core/audit.ts";
import type { Category } from "../../../src/core/base/vocabulary.ts";
import { instrumentName } from "../../../src/core/state.ts";
import { nodeFileLayer } from "../../../src/journal/node-file-layer.ts";
import { decodeBatch } from "../../../src/journal/recovery.ts";
import { scanJournal } from "../../../src/journal/scan-journal.ts";
import { CORE_CODEC, CoreMachine } from "../../../src/main/core-machine.ts";
import type { Touch } from "./recorded-touches.ts";

export type FollowedBook = {
  readonly category: Category;
  readonly symbol: string;
  /** Commands after which the best bid was not below the best ask. */
  crossed: number;
  /** Every touch that the book went through. */
  readonly touches: Touch[];
};

export type JournalBooks = {
  readonly commands: number;
  readonly books: readonly FollowedBook[];
  /** Invariants that the last state breaks. */
  readonly broken: readonly unknown[];
};

/** Applies the journal of `dataDir` from its first command, and looks at the books each time. */
export async function journalBooks(
  dataDir: string,
  named: readonly Pick<FollowedBook, "category" | "symbol">[],
): Promise<JournalBooks> {
  const machine = new CoreMachine();
  const { state } = machine;
  const books = named.map((name): FollowedBook => ({ ...name, crossed: 0, touches: [] }));
  const indexes: (number | undefined)[] = [];
  let commands = 0;
  for await (const batch of scanJournal(nodeFileLayer, join(dataDir, "journal"), 1)) {
    for (const command of decodeBatch(CORE_CODEC, batch)) {
      machine.events.clear();
      machine.apply(command);
      commands += 1;
      for (const [place, followed] of books.entries()) {
        const index = indexes[place] ?? indexOf(machine, followed);
        indexes[place] = index;
        const book = index === undefined ? undefined : state.books[index];
        if (book === undefined) continue;
        look(followed, { bid: book.bestPrice(true), ask: book.bestPrice(false) });
      }
    }
  }
  const broken = audit(state).verdicts.filter(({ findings }) => findings.length > 0);
  return { commands, books, broken };
}

/** `undefined` before the instrument is listed. */
function indexOf({ state }: CoreMachine, { category, symbol }: FollowedBook): number | undefined {
  return state.instrumentByName.get(instrumentName("live", category, symbol))?.index;
}

function look(followed: FollowedBook, { bid, ask }: Touch): void {
  if (bid === 0 || ask === 0) return;
  if (bid >= ask) followed.crossed += 1;
  const last = followed.touches.at(-1);
  if (last?.bid !== bid || last.ask !== ask) followed.touches.push({ bid, ask });
}
