import { SIDES, wordAt } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { LiveBook } from "./live-book.ts";

const LEVEL = eventLayout("level_changed");

/** The books of all instruments. */
export class LiveBooks {
  readonly #byInstrument: LiveBook[] = [];

  /** The book of an instrument, empty when nothing rests. */
  of(instrument: number): LiveBook {
    while (this.#byInstrument.length <= instrument) this.#byInstrument.push(new LiveBook());
    return this.#byInstrument[instrument] ?? new LiveBook();
  }

  /** Reads `level_changed`. */
  changed(reader: EventReader): void {
    this.of(reader.number(LEVEL.instrument)).change(
      wordAt(SIDES, reader.number(LEVEL.side)),
      reader.number(LEVEL.price),
      reader.number(LEVEL.size),
      reader.seq,
      reader.timeMs,
    );
  }
}
