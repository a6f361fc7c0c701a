/**
 * Settings of the parts outside the core, which the core keeps as texts: rate limits and thresholds
 * of surveillance. A start applies them, so that a change survives a restart.
 */
import type { State } from "../../core/state.ts";
import {
  RATE_LIMIT_MODES,
  type RateLimiter,
  type RateRule,
  RULE_COUNT_MAX,
  RULE_WINDOW_MS_MAX,
} from "../../gateway/rate-limit/rate-limiter.ts";
import { FIGURE_BOUNDS, type FigureName } from "../../surveillance/figures.ts";
import type { Surveillance } from "../../surveillance/surveillance.ts";
import type { Log } from "../log.ts";

export const RATE_LIMIT_MODE_SETTING = "rate-limits mode";
const RATE_LIMIT_PREFIX = "rate-limit ";
const FIGURE_PREFIX = "surveillance ";

export function rateLimitSetting(bucket: string): string {
  return `${RATE_LIMIT_PREFIX}${bucket}`;
}

export function figureSetting(figure: FigureName): string {
  return `${FIGURE_PREFIX}${figure}`;
}

/** Returns the text of a rule: `10/1000` is 10 calls in 1,000 ms. */
export function ruleText({ count, perMs }: RateRule): string {
  return `${count}/${perMs}`;
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}

function isRule({ count, perMs }: RateRule): boolean {
  return isWithin(count, RULE_COUNT_MAX) && isWithin(perMs, RULE_WINDOW_MS_MAX);
}

/** What settings apply to. */
type SettingTargets = { readonly limiter: RateLimiter; readonly surveillance: Surveillance };

/** Whether a setting has a meaning in this version. */
function applySetting(name: string, value: string, targets: SettingTargets): boolean {
  const { limiter, surveillance } = targets;
  if (name === RATE_LIMIT_MODE_SETTING) {
    const mode = RATE_LIMIT_MODES.find((one) => one === value);
    if (mode !== undefined) limiter.mode = mode;
    return mode !== undefined;
  }
  if (name.startsWith(RATE_LIMIT_PREFIX)) {
    const bucket = name.slice(RATE_LIMIT_PREFIX.length);
    const [count = 0, perMs = 0] = value.split("/").map(Number);
    return isRule({ count, perMs }) && limiter.change(bucket, { count, perMs });
  }
  const figure = name.slice(FIGURE_PREFIX.length);
  if (!name.startsWith(FIGURE_PREFIX) || !Object.hasOwn(FIGURE_BOUNDS, figure)) return false;
  const [min, max] = FIGURE_BOUNDS[figure as FigureName];
  const number = Number(value);
  if (!(number >= min && number <= max)) return false;
  surveillance.setFigures({ ...surveillance.figures, [figure]: number });
  return true;
}

/** Applies all settings of the state; logs those that this version does not know. */
export function applySettings(
  { operating: { settings } }: Pick<State, "operating">,
  targets: SettingTargets,
  log: Log,
): void {
  for (const [name, value] of settings) {
    if (!applySetting(name, value, targets)) {
      log.warn({ event: "setting_unknown", name, value });
    }
  }
}
