import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EventBuffer, EventReader } from "../../src/core/events/event-buffer.ts";
import { apply } from "../../src/core/exchange.ts";
import { createState } from "../../src/core/state.ts";
import { generateMix, movesShape } from "../order-mix.ts";
import { temporaryDirectory } from "../support/server.ts";
import { readStream, writeStream } from "./command-stream.ts";
import { mixStream, STREAM_SHAPES } from "./mix-stream.ts";
import { StreamExchange } from "./stream-exchange.ts";

const core = { apply, createState, EventBuffer, EventReader };

describe("a recorded stream of commands", () => {
  it("is read back from its file as it was written", () => {
    const file = join(temporaryDirectory(), "symbols.stream");
    const stream = mixStream("symbols", 500, 3);
    writeStream(file, stream);
    expect(readStream(file)).toEqual(stream);
  });

  it("is refused when the file is another one, of another version, or cut off", () => {
    const file = join(temporaryDirectory(), "damaged.stream");
    writeFileSync(file, "something else, long enough to have a header");
    expect(() => readStream(file)).toThrow("is not a stream of commands");
    writeStream(file, mixStream("spot", 10, 1));
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, -1));
    expect(() => readStream(file)).toThrow(`has ${bytes.length - 1} of ${bytes.length} bytes`);
    bytes.writeUInt32LE(9, 8);
    writeFileSync(file, bytes);
    expect(() => readStream(file)).toThrow("has version 9, expected 1");
  });

  it.each(STREAM_SHAPES)("of %s commands leaves the books of the mix behind", (shape) => {
    const stream = mixStream(shape, 5_000, 2);
    const exchange = new StreamExchange(core, stream);
    exchange.run(stream.prefill, stream.count);
    expect(exchange.refused).toBe(0);
    const resting = exchange.state.orders.count;
    expect(resting).toBeGreaterThan(500);
  });

  it("ends in the reference books, order by order", () => {
    const mix = generateMix({ ...movesShape(5_000, 2), users: 1_000 });
    const stream = mixStream("spot", 5_000, 2);
    const exchange = new StreamExchange(core, stream);
    exchange.run(stream.prefill, stream.count);
    const [reference] = mix.books;
    const [book] = exchange.state.books;
    for (const isBuySide of [true, false]) {
      const theirs: string[] = [];
      reference?.walk(isBuySide, (order) => {
        theirs.push(`${order} of ${mix.orders.remaining[order]}`);
      });
      const ours: string[] = [];
      book?.walkOrders(isBuySide, (slot) => {
        const { orders } = exchange.state;
        ours.push(`${exchange.numberOf(orders.id(slot))} of ${orders.remaining(slot)}`);
        return true;
      });
      expect(ours).toEqual(theirs);
    }
  });
});
