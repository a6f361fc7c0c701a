/**
 * A thousand users with leverage trade through triggers and stops in the first minutes of the
 * recorded flow. All of it: `npm run leveraged-flow`.
 */
import { expect, it } from "vitest";
import { HAS_CAPTURES } from "../support/captures.ts";
import { runLeveragedFlow } from "./support/leveraged-flow.ts";

const USERS = 1_000;
const CAPTURE_MS = 150_000;
const TEST_MS_MAX = 180_000;

it.skipIf(!HAS_CAPTURES)(
  "a thousand leveraged users in the recorded flow (skipped without ../shared/data)",
  async () => {
    const report = await runLeveragedFlow({ users: USERS, captureMsMax: CAPTURE_MS });
    const { audits, counts, holdersMax, replay, seconds, eventCounts } = report;
    console.info(JSON.stringify({ ...counts, ...eventCounts, holdersMax, seconds, audits }));
    for (const one of replay.instruments) {
      expect(one).toMatchObject({ crossed: 0, depthGaps: 0, commandsNotTaken: 0 });
    }
    expect(seconds).toBeGreaterThan(140);
    expect(audits).toBeGreaterThan(seconds);
    expect(holdersMax).toBeGreaterThan(USERS / 2);
    expect(eventCounts["plan_executed"]).toBeGreaterThan(300);
    expect(eventCounts["plan_failed"]).toBeGreaterThan(0);
  },
  TEST_MS_MAX,
);
