import { expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { eventStory } from "../../../test/support/event-story.ts";
import { decodeEvents } from "../../core/events/event-buffer.ts";
import { UserSeqs } from "./user-seqs.ts";

it("the last command of a user is the last whose events name it, on whichever side", () => {
  const seqs = new UserSeqs();
  const last = new Map<number, number>();
  for (const words of eventStory({ seed: 3, commands: 300, stepMs: 900, batchMax: 7 })) {
    for (const event of decodeEvents(words)) {
      if (event.kind === "command_applied") continue;
      for (const name of ["user", "fromUser", "toUser", "parent"]) {
        const user = (event as Readonly<Record<string, unknown>>)[name];
        if (typeof user === "number") last.set(user, event.seq);
      }
    }
    seqs.take(words);
    for (const [user, seq] of last) expect(seqs.of(user), `user ${user}`).toBe(seq);
  }
  expect(last.size).toBeGreaterThan(2);
});

it("users are as many as there are", () => {
  const seqs = new UserSeqs();
  expect(seqs.of(5_000_000)).toBe(0);
  const words = new EventScript().command(7, 1).emit("order_closed", { user: 90_000 }).take();
  seqs.take(words);
  expect([seqs.of(90_000), seqs.of(89_999)]).toEqual([7, 0]);
});
