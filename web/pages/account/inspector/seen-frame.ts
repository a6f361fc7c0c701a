/** Requests and frames as the inspector lists them, whoever sent them. */
import type { Frame } from "../../../wire/traffic.ts";

export type SeenFrame = {
  readonly kind: "request" | "sent" | "received";
  readonly atMs: number;
  /** Method of a request; empty for a frame. */
  readonly method: string;
  /** Path of a request without its query; channel or operation of a frame. */
  readonly subject: string;
  readonly query: string;
  readonly sent: string;
  readonly received: string;
  /** HTTP status of the answer; 0 for a frame. */
  readonly status: number;
  /** Code of the exchange; empty where the text has none. */
  readonly code: string;
  readonly isRefused: boolean;
  /** Until the answer, in ms; undefined for a frame, and where it was not measured. */
  readonly durationMs: number | undefined;
  /** Bytes that were sent and received as far as they are shown. */
  readonly bytes: number;
  /** Whether the request can be sent again as it is shown: nothing is cut or left out. */
  readonly isWhole: boolean;
  /** What else is to be known, such as that a text is cut. */
  readonly notes: readonly string[];
};

/** An item of `GET /terminal/v1/inspect`. */
export type InspectedItem = { readonly time: string; readonly droppedBefore: number } & (
  | {
      readonly kind: "rest";
      readonly durationUs: string;
      readonly requestId: string;
      readonly isVerified: boolean;
      readonly method: string;
      readonly path: string;
      readonly query: string;
      readonly requestBody: string;
      readonly isRequestCut: boolean;
      readonly status: number;
      readonly responseBody: string;
      readonly isResponseCut: boolean;
    }
  | {
      readonly kind: "frame";
      /** `in` from the client, `out` to it. */
      readonly direction: "in" | "out";
      readonly text: string;
      readonly isCut: boolean;
    }
);

const SUCCESSES: ReadonlySet<string> = new Set(["", "0", "00000"]);
/** Starts texts that stand in place of a whole body with a secret. */
const LEFT_OUT = /^(?:\[removed\]$|\(left out)/;
const MICROSECONDS_PER_MS = 1_000;
const encoder = new TextEncoder();

/** Returns a frame of this page. */
export function seenFrame(frame: Frame): SeenFrame {
  const { atMs, received, sent } = frame;
  if (frame.transport === "socket") {
    const direction = frame.direction === "sent" ? "sent" : "received";
    return socketFrame({ atMs, direction, text: sent || received, isCut: false });
  }
  const [method = "", target = ""] = frame.target.split(" ");
  const { durationMs, status } = frame;
  return requestFrame({ atMs, method, target, sent, received, status, durationMs, notes: [] });
}

/** Returns an item of the stream of an API key. */
export function inspectedFrame(item: InspectedItem): SeenFrame {
  const atMs = Number(item.time);
  if (item.kind === "frame") {
    const direction = item.direction === "in" ? "sent" : "received";
    return socketFrame({ atMs, direction, text: item.text, isCut: item.isCut });
  }
  const durationMs = Number(item.durationUs) / MICROSECONDS_PER_MS;
  const notes = [
    ...(item.isVerified ? [] : ["It was refused before its signature was verified"]),
    ...(item.isRequestCut ? [`The request is cut after ${SHOWN}`] : []),
    ...(item.isResponseCut ? [`The answer is cut after ${SHOWN}`] : []),
    `Request ${item.requestId}`,
  ];
  return requestFrame({
    ...{ atMs, method: item.method, status: item.status, notes },
    target: item.query === "" ? item.path : `${item.path}?${item.query}`,
    ...{ sent: item.requestBody, received: item.responseBody },
    durationMs: durationMs === 0 ? undefined : durationMs,
    isCut: item.isRequestCut,
  });
}

const SHOWN = "16 KiB";

function requestFrame(request: {
  readonly atMs: number;
  readonly method: string;
  readonly target: string;
  readonly sent: string;
  readonly received: string;
  readonly status: number;
  readonly durationMs: number | undefined;
  readonly notes: readonly string[];
  readonly isCut?: boolean;
}): SeenFrame {
  const { isCut = false, received, sent, target, ...rest } = request;
  const mark = target.indexOf("?");
  const code = /"code":\s*"?(\w+)"?/.exec(received)?.[1] ?? "";
  return {
    ...rest,
    ...{ kind: "request", sent, received, code },
    subject: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    isRefused: !SUCCESSES.has(code) || rest.status >= 400,
    bytes: bytesOf(sent) + bytesOf(received),
    isWhole: !isCut && !LEFT_OUT.test(sent),
  };
}

function socketFrame(frame: {
  readonly atMs: number;
  readonly direction: "sent" | "received";
  readonly text: string;
  readonly isCut: boolean;
}): SeenFrame {
  const { atMs, direction, isCut, text } = frame;
  const message = messageOf(text);
  const code = String(message.code ?? "");
  return {
    ...{ kind: direction, atMs, method: "", query: "", status: 0, durationMs: undefined, code },
    subject: subjectOf(message, text),
    sent: direction === "sent" ? text : "",
    received: direction === "received" ? text : "",
    isRefused: message.event === "error" || !SUCCESSES.has(code),
    ...{ bytes: bytesOf(text), isWhole: !isCut },
    notes: isCut ? [`The frame is cut after ${SHOWN}`] : [],
  };
}

type Message = {
  readonly op?: unknown;
  readonly event?: unknown;
  readonly code?: unknown;
  readonly arg?: unknown;
  readonly args?: unknown;
};

function messageOf(text: string): Message {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? value : {};
}

/** Returns what a frame is about: its operation and the channels of its arguments. */
function subjectOf({ arg, args, event, op }: Message, text: string): string {
  const first: unknown = arg ?? (Array.isArray(args) ? args[0] : undefined);
  const count = Array.isArray(args) && args.length > 1 ? ` and ${args.length - 1} more` : "";
  const words = [op, event, op === "login" ? "" : channelOf(first)];
  const known = words.filter((word) => typeof word === "string" && word !== "").join(" ");
  return known === "" ? text.slice(0, SUBJECT_MAX) : known + count;
}

/** Characters of a frame without operation and channel, such as `ping`, that name it. */
const SUBJECT_MAX = 24;
const CHANNEL_PARTS = ["topic", "channel", "instType", "symbol", "instId", "coin"] as const;

function channelOf(arg: unknown): string {
  if (typeof arg !== "object" || arg === null) return "";
  const members = new Map(Object.entries(arg));
  return CHANNEL_PARTS.flatMap((name) => {
    const value: unknown = members.get(name);
    return typeof value === "string" ? [value] : [];
  }).join(" ");
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a JSON text with line breaks; another text as it is. */
export function readable(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}
