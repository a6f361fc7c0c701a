/** What a trace is asked for: an id of the exchange, a place in the journal, or a request. */
import { seqOfId } from "../../core/base/seq-of-id.ts";
import { idOfWire } from "../../wire/ids.ts";

export type TraceTarget =
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "seq"; readonly seq: number }
  | { readonly kind: "request"; readonly requestId: string };

/** Reads the text that an operator copies from a response, a log line or a list. */
export function traceTarget(text: string): TraceTarget {
  const id = idOfWire(text);
  if (id !== undefined) return { kind: "id", id };
  const seq = Number(text);
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(seq)) return { kind: "seq", seq };
  return { kind: "request", requestId: text };
}

/** Seq of the first command that can concern the target; 1 when only its content tells. */
export function firstSeqOf(target: TraceTarget): number {
  switch (target.kind) {
    case "id":
      return Math.max(1, seqOfId(target.id));
    case "seq":
      return target.seq;
    case "request":
      return 1;
  }
}
