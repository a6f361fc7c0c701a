/** Rate limits of the endpoints of the terminal. */
import type { StatedLimit } from "./stated-limits.ts";

export const STATED_LIMITS_TERMINAL: readonly StatedLimit[] = [
  ["GET /terminal/v1/story", "2/s per UID"],
  ["GET /terminal/v1/liquidation-story", "2/s per UID"],
  ["GET /terminal/v1/liquidations", "5/s per UID"],
  ["GET /terminal/v1/equity", "1/s per UID"],
  ["GET /terminal/v1/activity", "1/s per UID"],
  ["GET /terminal/v1/rejections", "1/s per UID"],
];
