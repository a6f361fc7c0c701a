import { expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { REJECTIONS_MAX, REJECTIONS_PER_USER } from "./live-rejections.ts";
import { LiveViews } from "./live-views.ts";

const ALL = { limit: REJECTIONS_PER_USER };

function reject(script: EventScript, seq: number, user: number): void {
  const about = {
    user,
    instrument: 0,
    reason: "insufficient_margin" as const,
    clientOrderId: `c${seq}`,
  };
  script.command(seq, seq).emit("order_rejected", about);
}

it("keeps the newest rejections of a user, newest first", () => {
  const views = new LiveViews([]);
  const script = new EventScript();
  for (let seq = 1; seq <= REJECTIONS_PER_USER + 3; seq += 1) reject(script, seq, 7);
  views.onBatch(script.take());
  const { hasMore, rows } = views.rejections.page(7, ALL);
  expect([hasMore, rows.length]).toEqual([false, REJECTIONS_PER_USER]);
  expect([rows[0]?.seq, rows.at(-1)?.seq]).toEqual([REJECTIONS_PER_USER + 3, 4]);
  expect(views.rejections.page(8, ALL).rows).toEqual([]);
});

it("gives rejections of one command different ids", () => {
  const views = new LiveViews([]);
  const script = new EventScript().command(5, 5);
  for (const reason of ["no_position", "instrument_halted"] as const) {
    script.emit("command_rejected", { user: 7, reason });
  }
  views.onBatch(script.take());
  const { rows } = views.rejections.page(7, ALL);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  const [newest] = rows;
  const next = views.rejections.page(7, { idLessThan: newest?.id, limit: 1 });
  expect(next).toMatchObject({ hasMore: false, rows: [{ reason: "no_position" }] });
});

it("forgets users without a new rejection first, however many users there are", () => {
  const views = new LiveViews([]);
  let seq = 0;
  for (let user = 2; user < 2 + REJECTIONS_MAX / REJECTIONS_PER_USER + 1; user += 1) {
    const script = new EventScript();
    for (let at = 0; at < REJECTIONS_PER_USER; at += 1) reject(script, ++seq, user);
    views.onBatch(script.take());
  }
  expect(views.rejections.page(2, ALL).rows).toEqual([]);
  expect(views.rejections.page(3, ALL).rows).toHaveLength(REJECTIONS_PER_USER);
});
