/** Frames of the wire as texts: filtered, readable, and as commands for a shell. */
import type { Frame } from "../../../wire/traffic.ts";

const SUCCESS = "00000";

/** Returns the code of an answer of the exchange; empty where it has none. */
export function codeOf({ received }: Pick<Frame, "received">): string {
  return /"code":\s*"?(\w+)"?/.exec(received)?.[1] ?? "";
}

/** Whether the exchange refused what the frame asked. */
export function isRefusal(frame: Frame): boolean {
  const code = codeOf(frame);
  if (frame.transport === "rest") return code !== SUCCESS;
  return code !== "" && code !== "0" && code !== SUCCESS;
}

export type FrameFilter = {
  /** Part of the target or of the texts, in any case. */
  readonly text: string;
  readonly isRefusedOnly: boolean;
  readonly transport: "all" | Frame["transport"];
};

/** Returns the frames that a filter lets through. */
export function filtered(frames: readonly Frame[], filter: FrameFilter): readonly Frame[] {
  const text = filter.text.toLowerCase();
  return frames.filter((frame) => {
    if (filter.transport !== "all" && frame.transport !== filter.transport) return false;
    if (filter.isRefusedOnly && !isRefusal(frame)) return false;
    if (text === "") return true;
    return `${frame.target}\n${frame.sent}\n${frame.received}`.toLowerCase().includes(text);
  });
}

/** Returns a JSON text with line breaks; another text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Marks where the person fills in an API key of the own account. */
const SIGNED = `-H "ACCESS-KEY: $KEY" -H "ACCESS-SIGN: $SIGN" \\
  -H "ACCESS-TIMESTAMP: $TIMESTAMP" -H "ACCESS-PASSPHRASE: $PASSPHRASE"`;

/** Paths that need no key. */
const PUBLIC = /^\/api\/v\d\/(?:public|market|(?:spot|mix|margin)\/(?:public|market))\b/;

/**
 * Returns a request as a command for a shell. A session cannot be copied: private requests have the
 * headers of an API key, whose values are variables.
 */
export function asCurl({ sent, target }: Pick<Frame, "sent" | "target">, baseUrl: string): string {
  const [method = "GET", path = ""] = target.split(" ");
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${quoted(`${baseUrl}${path}`)}`,
    ...(PUBLIC.test(path) ? [] : [SIGNED]),
    ...(sent === "" ? [] : [`-H 'content-type: application/json' -d ${quoted(sent)}`]),
  ];
  return parts.join(" \\\n  ");
}
