/** Server-sent events as texts: `EventSource` cannot send the headers that sessions need. */

export type StreamEvent = {
  /** Name of the event; empty where it has none. */
  readonly event: string;
  readonly data: string;
};

/** Reads the events of one stream, whose text arrives in parts of any size. */
export class EventReader {
  /** Text after the last complete line. */
  #rest = "";
  #event = "";
  #data: string[] = [];

  /** Returns the events that a further part of the text completes. */
  read(part: string): StreamEvent[] {
    const text = this.#rest + part;
    // The second character of a line end may be in the next part.
    const endsWithin = text.endsWith("\r");
    const lines = (endsWithin ? text.slice(0, -1) : text).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "") + (endsWithin ? "\r" : "");
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): StreamEvent[] {
    if (line === "") return this.#complete();
    const colon = line.indexOf(":");
    if (colon === 0) return [];
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.#event = value;
    if (name === "data") this.#data.push(value);
    return [];
  }

  #complete(): StreamEvent[] {
    const complete = { event: this.#event, data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    return isEmpty ? [] : [complete];
  }
}
