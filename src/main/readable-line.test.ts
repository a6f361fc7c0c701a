import { describe, expect, it } from "vitest";
import { readableLine } from "./readable-line.ts";

const START = '"level":"warn","time":"2026-05-01T10:20:30.456Z"';

describe("a line of the log on a terminal", () => {
  it("has time, level, event and fields", () => {
    const json = `{${START},"event":"key_changed","uid":"1000000002","seq":7,"note":"a b"}\n`;
    expect(readableLine(json)).toBe('10:20:30 WARN  key_changed uid=1000000002 seq=7 note="a b"\n');
  });

  it("has the stack of an error, indented", () => {
    const json = `{${START},"event":"fault","err":{"message":"m","stack":"Error: m\\n  at x"}}`;
    expect(readableLine(json)).toBe("10:20:30 WARN  fault\n    Error: m\n      at x\n");
  });

  it("cannot move the cursor, whatever a client sent", () => {
    const text = "\u001b[2J\u0007\u009b31m\u202e\r\n";
    const json = `{${START},"event":"x","text":${JSON.stringify(text)}}`;
    const shown = readableLine(json);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(shown.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(shown).toMatch(/\n$/);
  });

  it("is what it was when it is not JSON", () => {
    expect(readableLine("plain\n")).toBe("plain\n");
  });
});
