import { describe, expect, it } from "vitest";
import { eventually } from "../../../../test/support/eventually.ts";
import type { StreamEvent } from "../../../wire/event-reader.ts";
import { WireFailure } from "../../../wire/wire-failure.ts";
import { KeyStream, type StreamState } from "./key-stream.ts";

/** An exchange whose streams the test opens, fills and ends. */
class FakeStreams {
  /** Times in ms after which something is due, with what is due. */
  readonly due: { readonly run: () => void; readonly afterMs: number }[] = [];
  readonly seen: string[] = [];
  readonly states: StreamState[] = [];
  readonly signals: AbortSignal[] = [];
  readonly stream: KeyStream;
  #push: (event: StreamEvent) => void = () => undefined;
  #end: () => void = () => undefined;
  #refuse: (thrown: unknown) => void = () => undefined;

  constructor() {
    this.stream = new KeyStream(
      "bg_1",
      {
        item: ({ time }) => this.seen.push(time),
        gap: (text) => this.seen.push(text),
        state: (state) => this.states.push(state),
      },
      {
        nowMs: () => 0,
        later: (run, afterMs) => this.due.push({ run, afterMs }),
        read: (_apiKey, onEvent, signal) => {
          this.signals.push(signal);
          this.#push = onEvent;
          return new Promise((resolve, reject) => {
            this.#end = resolve;
            this.#refuse = reject;
          });
        },
      },
    );
  }

  push(event: string, data: object): void {
    this.#push({ event, data: JSON.stringify(data) });
  }

  open(): void {
    this.push("open", { apiKey: "bg_1" });
  }

  item(time: string, droppedBefore = 0): void {
    this.push("", { kind: "frame", time, droppedBefore });
  }

  /** Ends or refuses the stream and returns the state that follows. */
  async ended(thrown?: unknown): Promise<StreamState | undefined> {
    const before = this.states.length;
    if (thrown === undefined) this.#end();
    else this.#refuse(thrown);
    await eventually("a state", () => this.states.length > before);
    return this.states.at(-1);
  }

  /** Makes what is due happen, and returns after how many ms it was. */
  retry(): number | undefined {
    const due = this.due.shift();
    due?.run();
    return due?.afterMs;
  }
}

describe("the stream of a key", () => {
  it("reports items, and how many were left out before one", () => {
    const fake = new FakeStreams();
    fake.open();
    fake.item("1");
    fake.item("2", 7);
    expect(fake.states).toEqual([{ kind: "connecting" }, { kind: "open" }]);
    expect(fake.seen).toEqual(["1", "7 left out: the key was too busy to show all", "2"]);
  });

  it("is opened again when it ends, and says why and that items may be missing", async () => {
    const fake = new FakeStreams();
    fake.open();
    fake.push("end", { reason: "the exchange stops" });
    const waiting = { kind: "waiting", reason: "the exchange stops", retryAtMs: 1_000 };
    expect(await fake.ended()).toEqual(waiting);
    expect(fake.retry()).toBe(1_000);
    expect(fake.seen).toEqual([]);
    fake.open();
    expect(fake.states.at(-1)).toEqual({ kind: "open" });
    expect(fake.seen).toEqual(["The stream was interrupted: requests may be missing"]);
  });

  it("waits longer from failure to failure, within a bound", async () => {
    const fake = new FakeStreams();
    const lost = new WireFailure("unreachable", "The connection was lost", 0);
    const waits: (number | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      expect(await fake.ended(lost)).toMatchObject({ reason: "The connection was lost" });
      waits.push(fake.retry());
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    fake.open();
    await fake.ended(new WireFailure("unreadable", "The answer has status 502", 502));
    expect(fake.retry()).toBe(1_000);
  });

  it("waits for a place where too many streams are open", async () => {
    const fake = new FakeStreams();
    const full = await fake.ended(new WireFailure("429", "Too many requests", 429));
    expect(full).toMatchObject({ kind: "waiting", retryAtMs: 10_000 });
  });

  it("is given up where the exchange refuses it", async () => {
    const fake = new FakeStreams();
    const refused = await fake.ended(new WireFailure("40037", "The key does not exist", 400));
    expect(refused).toEqual({ kind: "refused", reason: "The key does not exist (40037)" });
    expect(fake.due).toEqual([]);
  });

  it("reports nothing more once it is closed", async () => {
    const fake = new FakeStreams();
    fake.open();
    await fake.ended();
    const count = fake.states.length;
    fake.stream.close();
    expect(fake.signals[0]?.aborted).toBe(true);
    fake.retry();
    expect(fake.states).toHaveLength(count);
    expect(fake.signals).toHaveLength(1);
  });
});
