/** Listings, their status and prices, and what the clock does. */
import type { PlantedBug } from "./planted-bug.ts";

export const LISTING_BUGS: readonly PlantedBug[] = [
  {
    name: "a halt is announced and not made",
    file: "core/listing/list.ts",
    find: "instrument.status = command.status;",
    replace: "",
  },
  {
    name: "the basis is sampled each second",
    file: "core/listing/refresh-marks.ts",
    find: "< BASIS_SAMPLE_INTERVAL_MS",
    replace: "< MARK_PRICE_INTERVAL_MS",
  },
  {
    name: "a tick does nothing",
    file: "core/clock/tick.ts",
    find: "for (const step of STEPS) step.run(state, emit);",
    replace: "void [state, emit];",
  },
  {
    name: "a prepared instrument is open at once",
    profile: "listings",
    file: "core/listing/list.ts",
    find: 'instrument.status = "offline";',
    replace: "",
  },
];
