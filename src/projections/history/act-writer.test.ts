import { afterEach, beforeEach, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import type { PostedHistory } from "./history.ts";
import { inThreadHistory } from "./in-thread-history.ts";
import { RETENTION_DEFAULT } from "./limits.ts";

const T0 = Date.UTC(2026, 0, 5, 10, 30);
let history: PostedHistory;

/** An act whose description is split into texts of 40 characters. */
function act(
  script: EventScript,
  seq: number,
  terms: { readonly actor: string; readonly subject?: number; readonly instrument?: number },
): EventScript {
  const about = { requestId: `r-${seq}`, reason: "why", rejection: "", fields: { amount: "5" } };
  const texts = JSON.stringify(about).match(/.{1,40}/g) ?? [];
  script.command(seq, T0 + seq).emit("operator_acted", {
    ...{ command: "credit", parts: texts.length, subject: 0, instrument: 0, ...terms },
  });
  for (const [part, text] of texts.entries()) script.emit("operator_act_text", { part, text });
  return script;
}

beforeEach(() => {
  history = inThreadHistory({
    ...{ path: ":memory:", quietUsers: [], retention: RETENTION_DEFAULT },
    durableSeq: Number.MAX_SAFE_INTEGER,
  });
  const script = new EventScript();
  act(script, 1, { actor: "eva", subject: 4 });
  act(script, 2, { actor: "max", instrument: 1 });
  act(script, 3, { actor: "eva", subject: 5 });
  history.post(script.take());
});

afterEach(() => history[Symbol.asyncDispose]());

async function found(query: Omit<Parameters<PostedHistory["acts"]>[0], "limit">, limit = 10) {
  const { hasMore, rows } = await history.acts({ ...query, limit });
  return { ids: rows.map(({ id }) => id), hasMore };
}

it("keeps acts with all of their description", async () => {
  const { rows } = await history.acts({ limit: 1, id: 1 });
  expect(rows).toEqual([
    {
      ...{ id: 1, actor: "eva", command: "credit", subject: 4, instrument: 0 },
      ...{ requestId: "r-1", reason: "why", rejection: "", fields: '{"amount":"5"}' },
      createdAtMs: T0 + 1,
    },
  ]);
});

it("finds acts by actor, user, instrument, request, kind and time", async () => {
  expect(await found({})).toEqual({ ids: [3, 2, 1], hasMore: false });
  expect(await found({}, 2)).toEqual({ ids: [3, 2], hasMore: true });
  expect(await found({ idLessThan: 2 })).toEqual({ ids: [1], hasMore: false });
  expect(await found({ actor: "eva" })).toEqual({ ids: [3, 1], hasMore: false });
  expect(await found({ user: 3 })).toEqual({ ids: [1], hasMore: false });
  expect(await found({ instrument: 0 })).toEqual({ ids: [2], hasMore: false });
  expect(await found({ requestId: "r-3" })).toEqual({ ids: [3], hasMore: false });
  expect(await found({ command: "endow" })).toEqual({ ids: [], hasMore: false });
  expect(await found({ fromMs: T0 + 2, toMs: T0 + 2 })).toEqual({ ids: [2], hasMore: false });
});
