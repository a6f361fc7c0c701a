/** What a journal says about the books: looked at after every single command. */
import type { Category } from "../../../src/core/base/vocabulary.ts";
import { instrumentName } from "../../../src/core/state.ts";
import type { CoreMachine } from "../../../src/main/core-machine.ts";
import { type ReplayedJournal, replayJournal } from "../../support/replayed-journal.ts";
import type { Touch } from "./recorded-touches.ts";

export type FollowedBook = {
  readonly category: Category;
  readonly symbol: string;
  /** Commands after which the best bid was not below the best ask. */
  crossed: number;
  /** Every touch that the book went through. */
  readonly touches: Touch[];
};

export type JournalBooks = ReplayedJournal & { readonly books: readonly FollowedBook[] };

/** Applies the journal of `dataDir` from its first command, and looks at the books each time. */
export async function journalBooks(
  dataDir: string,
  named: readonly Pick<FollowedBook, "category" | "symbol">[],
): Promise<JournalBooks> {
  const books = named.map((name): FollowedBook => ({ ...name, crossed: 0, touches: [] }));
  const indexes: (number | undefined)[] = [];
  const replayed = await replayJournal(dataDir, (machine) => {
    for (const [place, followed] of books.entries()) {
      const index = indexes[place] ?? indexOf(machine, followed);
      indexes[place] = index;
      const book = index === undefined ? undefined : machine.state.books[index];
      if (book === undefined) continue;
      look(followed, { bid: book.bestPrice(true), ask: book.bestPrice(false) });
    }
  });
  return { ...replayed, books };
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
