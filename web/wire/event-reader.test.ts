import { describe, expect, it } from "vitest";
import { EventReader, type StreamEvent } from "./event-reader.ts";

function eventsOf(...parts: readonly string[]): StreamEvent[] {
  const reader = new EventReader();
  return parts.flatMap((part) => reader.read(part));
}

describe("a reader of server-sent events", () => {
  it("reads named events and events without a name", () => {
    expect(eventsOf('event: open\ndata: {"a":1}\n\ndata: 2\n\n')).toEqual([
      { event: "open", data: '{"a":1}' },
      { event: "", data: "2" },
    ]);
  });

  it("waits for the end of an event, wherever the parts are cut", () => {
    const text = "event: end\r\ndata: first\r\ndata: second\r\n\r\n:\n\ndata:last\r\r";
    const whole = [
      { event: "end", data: "first\nsecond" },
      { event: "", data: "last" },
    ];
    // A line end that may have a second character is one only when more text has come.
    expect(eventsOf(...text, "\n")).toEqual(whole);
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(eventsOf(text.slice(0, cut), text.slice(cut), "\n")).toEqual(whole);
    }
  });

  it("passes over comments, unknown fields and events without data", () => {
    expect(eventsOf(":\n\n: beat\nid: 7\nretry: 5\n\nevent: none\n\ndata\n\n")).toEqual([
      { event: "", data: "" },
    ]);
  });

  it("keeps colons and all but the first space of a value", () => {
    expect(eventsOf("data:  a: b\n\n")).toEqual([{ event: "", data: " a: b" }]);
  });
});
