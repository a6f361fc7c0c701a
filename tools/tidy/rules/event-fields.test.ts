import { describe, expect, it } from "vitest";
import { repositoryOf } from "../repository.ts";
import { eventFields } from "./event-fields.ts";

describe("the fields of events", () => {
  const FIELDS = ["instrument", "side", "price", "size"] as const;
  const assigned = FIELDS.map((name) => `numberWords[place + LEVEL.${name}] = 1;`);

  /** A function that opens `level_changed` and then does what `lines` say. */
  const opening = (lines: readonly string[], open = "emit.open(LEVEL.header)"): string => `
    const LEVEL = eventLayout("level_changed");
    const ACCEPTED = eventLayout("key_changed");
    export function emitLevel(emit: Emit): void {
      const place = ${open};
      const { numberWords, moneyWords } = emit;
      ${lines.join("\n      ")}
    }`;
  const judge = (text: string, path = "src/core/orders/emit.ts"): string[] =>
    eventFields(repositoryOf({ [path]: text })).map((one) => one.message);

  it("is quiet where each field is written once through the layout", () => {
    expect(judge(opening(assigned))).toEqual([]);
  });

  it.each(FIELDS)("fires when %s is forgotten", (name) => {
    const lines = assigned.filter((line) => !line.includes(`.${name}]`));
    expect(judge(opening(lines))).toEqual([`level_changed.${name} is written 0 times, not once`]);
  });

  it("fires when a field is written twice, under a condition or for another event", () => {
    const once = "is written 0 times, not once";
    const [, side = "", ...others] = assigned;
    const first = "numberWords[place + LEVEL.instrument] = 1;";
    expect(judge(opening([first, side, side, ...others]))).toEqual([
      "level_changed.side is written 2 times, not once",
    ]);
    const bare = "numberWords[…] is not a field written through the layout of an opened event";
    for (const line of [`if (isBuy) ${side}`, side.replace("LEVEL", "ACCEPTED")]) {
      expect(judge(opening([first, line, ...others]))).toEqual([
        `level_changed.side ${once}`,
        bare,
      ]);
    }
  });

  it("fires when a number is written as money", () => {
    const lines = assigned.map((line) =>
      line.replace("numberWords[place + LEVEL.p", "moneyWords[place + LEVEL.p"),
    );
    expect(judge(opening(lines))).toEqual([
      "level_changed.price is written to moneyWords, not numberWords",
    ]);
  });

  it("fires for bare offsets, other names of the words, and events opened in an expression", () => {
    const bare = "numberWords[…] is not a field written through the layout of an opened event";
    expect(judge(opening([...assigned, "numberWords[place + 3] = 1;"]))).toEqual([bare]);
    expect(judge(opening([...assigned, "const old = numberWords[place];"]))).toEqual([bare]);
    expect(judge(opening([...assigned, "const { numberWords: words } = emit;"]))).toEqual([
      "do not rename numberWords of an event",
    ]);
    expect(judge(opening([...assigned, "emit.moneyWords[place] = 1n;"]))).toEqual([
      "take moneyWords as `const { moneyWords } = emit`",
    ]);
    expect(judge(opening([...assigned, "write(emit.open(LEVEL.header));"]))).toEqual([
      "open an event as `const place = emit.open(LAYOUT.header)`",
    ]);
  });

  it("fires when the words of a text do not fit the kind", () => {
    expect(judge(opening(assigned, "emit.open(LEVEL.header, 3)"))).toEqual([
      "level_changed is opened with the words of a text",
    ]);
    const key = [
      ...["user", "keyKind", "change"].map((name) => `numberWords[place + ACCEPTED.${name}] = 1;`),
      "emit.writeText(place + ACCEPTED.apiKey, key);",
    ];
    expect(judge(opening(key, "emit.open(ACCEPTED.header, textWords(key))"))).toEqual([]);
    expect(judge(opening(key, "emit.open(ACCEPTED.header)"))).toEqual([
      "key_changed is opened without the words of a text",
    ]);
  });

  it("holds each of three events opened in one step to its layout", () => {
    const two = FIELDS.map((name) => `numberWords[second + LEVEL.${name}] = 1;`);
    const three = FIELDS.map((name) => `numberWords[third + LEVEL.${name}] = 1;`);
    const places = ["const second = place + LEVEL.words;", "const third = second + LEVEL.words;"];
    const open = "emit.openThree(LEVEL.header, LEVEL.header, LEVEL.header)";
    const lines = [...places, ...assigned, ...two, ...three];
    expect(judge(opening(lines, open))).toEqual([]);
    expect(judge(opening(lines.slice(0, -1), open))).toEqual([
      "level_changed.size is written 0 times, not once",
    ]);
    const misplaced = lines.map((line) => line.replace("= second + LEVEL", "= second + ACCEPTED"));
    expect(judge(opening(misplaced, open))).toContain(
      "level_changed.size is written 0 times, not once",
    );
  });

  it("fires for an offset that is made outside of the layouts", () => {
    const text = "export const read = (reader: EventReader) => reader.number(3 as NumberOffset);";
    expect(judge(text, "src/channels/read.ts")).toEqual([
      "only event-layout.ts makes NumberOffset",
    ]);
  });
});
