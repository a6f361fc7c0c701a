import type { EventReader } from "../../core/event-buffer.ts";
import { lots, ticks } from "../../core/money/units.ts";
import { SIDES } from "../../core/vocabulary.ts";
import { eventFields, wordAt } from "./event-fields.ts";
import { LiveBook } from "./live-book.ts";

const LEVEL = eventFields("level_changed");

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
      ticks(reader.number(LEVEL.price)),
      lots(reader.number(LEVEL.size)),
      reader.seq,
      reader.timeMs,
    );
  }
}
