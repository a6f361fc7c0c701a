/** Texts about the status of a market. */
import type { Instrument } from "../../state/instruments.ts";

/** When this page first saw the status, Unix ms, and whether it saw the change. */
export type Seen = { readonly ms: number; readonly isChange: boolean };

type Terms = Pick<Instrument, "status" | "launchMs" | "limitOpenMs" | "offMs" | "deliveryMs">;

/**
 * Returns why a market is not traded as usual and since when; undefined while it is. The exchange
 * says no time of a halt: then the text says when this page saw it.
 */
export function statusText(
  { deliveryMs, launchMs, limitOpenMs, offMs, status }: Terms,
  nowMs: number,
  seen: Seen,
  timeText: (timeMs: number) => string,
): string | undefined {
  const isSeen = seen.isChange
    ? `since ${timeText(seen.ms)}`
    : `seen at ${timeText(seen.ms)}, when this page opened it`;
  const isPast = (timeMs: number | undefined): timeMs is number =>
    timeMs !== undefined && timeMs <= nowMs;
  const end = offMs ?? deliveryMs;
  if (status === "online") {
    if (end === undefined) return undefined;
    return isPast(end)
      ? `Trading ended at ${timeText(end)}`
      : `Trading ends at ${timeText(end)}${deliveryMs === undefined ? "" : " with delivery"}`;
  }
  if (launchMs !== undefined && launchMs > nowMs) {
    return `Not open yet: opens at ${timeText(launchMs)}`;
  }
  if (status === "limit_open") {
    const since = isPast(limitOpenMs) ? `since ${timeText(limitOpenMs)}` : isSeen;
    return `Positions can only be closed, ${since}`;
  }
  if (status === "offline") {
    return `Not traded, ${isPast(end) ? `since ${timeText(end)}` : isSeen}`;
  }
  if (status === "restrictedAPI") return `Trading is halted or restricted, ${isSeen}`;
  return `Status ${status}, ${isSeen}`;
}
