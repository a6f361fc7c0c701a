import { expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import { capturePath, HAS_CAPTURES, WHOLE_BTCUSDT } from "../support/captures.ts";
import { replayInMemory } from "../support/replay-in-memory.ts";

const START_MS = 1_723_161_600_000;
const TEST_MS_MAX = 300_000;

it.skipIf(!HAS_CAPTURES)(
  "the whole of BTCUSDT, spot and perpetual, shows the recorded best bid and ask when nobody else " +
    "trades (skipped without ../shared/data)",
  async () => {
    const { exchange, replay } = replayInMemory(WHOLE_BTCUSDT.map(capturePath), START_MS);
    const { instruments } = await replay.run();
    expect(instruments.map(({ category }) => category)).toEqual(["spot", "usdt_futures"]);
    for (const one of instruments) {
      const { category, touchesCompared, touchShare = 0 } = one;
      const percent = (100 * touchShare).toFixed(2);
      console.info(`${category}, nobody else: ${percent} % of ${touchesCompared} recorded touches`);
      expect(one).toMatchObject({ crossed: 0, depthGaps: 0, commandsNotTaken: 0 });
      expect(one).toMatchObject({ touchesUnderWay: 0, touchesShared: 0 });
      expect(touchesCompared).toBeGreaterThan(60_000);
      expect(touchShare).toBeGreaterThan(category === "spot" ? 0.9999 : 0.99);
    }
    const broken = audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);
    expect(broken).toEqual([]);
  },
  TEST_MS_MAX,
);
