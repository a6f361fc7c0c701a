import type { SeenFrame } from "./seen-frame.ts";

export type FrameFilter = {
  /** Part of the subject, the query or the texts, in any case. */
  readonly text: string;
  readonly isRefusedOnly: boolean;
  readonly kind: "all" | SeenFrame["kind"];
  /** Path or channel; empty for all. */
  readonly subject: string;
};

export const NO_FILTER: FrameFilter = { text: "", isRefusedOnly: false, kind: "all", subject: "" };

/** Whether a filter lets a frame through. */
export function isLetThrough(frame: SeenFrame, filter: FrameFilter): boolean {
  if (filter.kind !== "all" && frame.kind !== filter.kind) return false;
  if (filter.isRefusedOnly && !frame.isRefused) return false;
  if (filter.subject !== "" && frame.subject !== filter.subject) return false;
  if (filter.text === "") return true;
  const { code, method, query, received, sent, subject } = frame;
  const text = filter.text.toLowerCase();
  return [`${method} ${subject}?${query}`, code, sent, received].some((part) =>
    part.toLowerCase().includes(text),
  );
}
