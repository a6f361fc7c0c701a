/**
 * Kill -9 under load; other counts with BOURSE_TEST_KILLS=5000 or
 * `node test/crash/kill.ts --kills 5000`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sized } from "../support/sized.ts";
import { killAgainAndAgain } from "./kill-rounds.ts";
import { Seeded } from "./support/seeded.ts";

const KILLS = sized({ variable: "BOURSE_TEST_KILLS", quick: 30, deep: 300 });
/** Two exchanges side by side: each waits for its disk most of the time. */
const LANES = 2;
const KILL_MS_MAX = 2_000;

describe("an exchange that is killed under load", () => {
  const directories = Array.from({ length: LANES }, () =>
    mkdtempSync(join(tmpdir(), "bourse-kill-")),
  );
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true });
  });

  it(
    `has every acknowledged command exactly once after ${KILLS} kills`,
    async () => {
      const results = await Promise.all(
        directories.map((directory, lane) =>
          killAgainAndAgain({ directory, kills: KILLS / LANES, random: new Seeded(lane + 1) }),
        ),
      );
      for (const result of results) {
        expect(result.kills).toBe(KILLS / LANES);
        expect(result.acknowledged).toBeGreaterThan(result.kills * 50);
        expect(result.journaled).toBeGreaterThanOrEqual(result.acknowledged);
      }
    },
    KILLS * KILL_MS_MAX,
  );
});
