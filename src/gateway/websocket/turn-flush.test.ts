import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { CURSORS_PER_BOOK_MAX } from "../../projections/live/live-book.ts";
import { Outbox } from "./outbox.ts";
import { textFrame } from "./text-frame.ts";
import { type ConnectionGroup, GROUPS_MAX, PUBLIC_PER_TURN, TurnFlush } from "./turn-flush.ts";

const GROUP_SIZE = PUBLIC_PER_TURN + 100;
const DIALECTS = 2;
const PUSH = textFrame("push");

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Connections in groups, and the pushes that were called and written, in their order. */
class Crowd {
  readonly turn = new TurnFlush(GROUP_SIZE);
  readonly log: string[] = [];
  readonly #members = new Map<ConnectionGroup, Outbox[]>();

  constructor(size: number) {
    for (let count = 0; count < size; count++) this.#add();
  }

  get groups(): readonly ConnectionGroup[] {
    return [...this.#members.keys()];
  }

  group(index: number): ConnectionGroup {
    const group = this.groups[index];
    if (group === undefined) throw new Error(`there is no group ${index}`);
    return group;
  }

  #add(): void {
    const group = this.turn.joinGroup();
    const stream = new PassThrough();
    stream.write = () => this.log.push(`written ${group.index}`) > 0;
    const outboxes = this.#members.get(group) ?? [];
    outboxes.push(new Outbox(stream, this.turn));
    this.#members.set(group, outboxes);
  }

  /** Pushes to all of a group when it is free. */
  push(group: ConnectionGroup, name = "push"): (() => void) | undefined {
    return group.whenFree(() => {
      this.log.push(`${name} ${group.index}`);
      for (const outbox of this.#members.get(group) ?? []) outbox.addFrame(PUSH, false);
    });
  }

  /** The log since the last call, with equal neighbours counted. */
  take(): string[] {
    const runs: { readonly entry: string; count: number }[] = [];
    for (const entry of this.log.splice(0)) {
      const last = runs[runs.length - 1];
      if (last?.entry === entry) last.count += 1;
      else runs.push({ entry, count: 1 });
    }
    return runs.map(({ count, entry }) => `${count} ${entry}`);
  }
}

it("lets one group push at a time, each when the one before it is written", async () => {
  const crowd = new Crowd(GROUP_SIZE * 2 + 10);
  expect(crowd.groups.map(({ size }) => size)).toEqual([GROUP_SIZE, GROUP_SIZE, 10]);
  for (const group of [2, 1, 0]) crowd.push(crowd.group(group));
  expect(crowd.take()).toEqual(["1 push 2"]);
  await nextTurn();
  expect(crowd.take()).toEqual(["10 written 2", "1 push 1"]);
  await nextTurn();
  expect(crowd.take()).toEqual([`${PUBLIC_PER_TURN} written 1`]);
  crowd.push(crowd.group(2), "again");
  await nextTurn();
  expect(crowd.take()).toEqual(["100 written 1", "1 push 0"]);
  await nextTurn();
  await nextTurn();
  expect(crowd.take()).toEqual([`${GROUP_SIZE} written 0`, "1 again 2"]);
  await nextTurn();
  expect(crowd.take()).toEqual(["10 written 2"]);
  crowd.push(crowd.group(1));
  expect(crowd.take()).toEqual(["1 push 1"]);
});

it("lets several channels of a group push in one turn, in one write per connection", async () => {
  const crowd = new Crowd(GROUP_SIZE + 2);
  crowd.push(crowd.group(1), "books");
  crowd.push(crowd.group(0), "books");
  crowd.push(crowd.group(1), "ticker");
  crowd.push(crowd.group(0), "cancelled")?.();
  crowd.push(crowd.group(0), "ticker");
  expect(crowd.take()).toEqual(["1 books 1", "1 ticker 1"]);
  await nextTurn();
  expect(crowd.take()).toEqual(["2 written 1", "1 books 0", "1 ticker 0"]);
  await nextTurn();
  await nextTurn();
  expect(crowd.take()).toEqual([`${GROUP_SIZE} written 0`]);
  expect(crowd.turn.framesSent).toBe(GROUP_SIZE * 2 + 4);
});

it("lets what is due soon come along only when a group had to wait", async () => {
  const crowd = new Crowd(GROUP_SIZE + 2);
  const calls: string[] = [];
  const end = crowd.group(0).onTurn(() => calls.push("zero"));
  crowd.group(1).onTurn(() => calls.push("one"));
  crowd.push(crowd.group(0));
  crowd.push(crowd.group(1));
  await nextTurn();
  await nextTurn();
  expect(calls).toEqual(["one"]);
  await nextTurn();
  crowd.push(crowd.group(1));
  crowd.push(crowd.group(0));
  await nextTurn();
  expect(calls).toEqual(["one", "zero"]);
  end();
  await nextTurn();
  await nextTurn();
  crowd.push(crowd.group(1));
  crowd.push(crowd.group(0));
  await nextTurn();
  expect(calls).toEqual(["one", "zero"]);
});

it("goes on when a group has nothing to push", async () => {
  const crowd = new Crowd(GROUP_SIZE * 2);
  const [one, other] = crowd.groups;
  one?.whenFree(() => undefined);
  other?.whenFree(() => undefined);
  await nextTurn();
  crowd.push(crowd.group(0));
  expect(crowd.take()).toEqual([]);
  await nextTurn();
  expect(crowd.take()).toEqual(["1 push 0"]);
});

it("gives the place of a connection that left to the next one", () => {
  const turn = new TurnFlush(2);
  const groups = Array.from({ length: 4 }, () => turn.joinGroup());
  expect(groups.map(({ index }) => index)).toEqual([0, 0, 1, 1]);
  const [first] = groups;
  first?.leave();
  expect([turn.joinGroup().index, turn.joinGroup().index]).toEqual([0, 2]);
});

it("makes no more groups than a book has cursors for, and fills them evenly", () => {
  const turn = new TurnFlush(1);
  const groups = new Set(Array.from({ length: GROUPS_MAX * 3 }, () => turn.joinGroup()));
  expect([...groups].map(({ size }) => size)).toEqual(Array.from({ length: GROUPS_MAX }, () => 3));
  expect(GROUPS_MAX * DIALECTS).toBeLessThanOrEqual(CURSORS_PER_BOOK_MAX);
});
