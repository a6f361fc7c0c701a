/** Lines of the log for people at a terminal. */

const PLAIN = /^[\w.:/+@%…-]+$/;
/** Control and format characters, which could move the cursor or reverse what is shown. */
const CONTROL = /[\p{Cc}\p{Cf}]/gu;

function escaped(text: string): string {
  return text.replace(CONTROL, (control) => {
    if (control === "\n") return control;
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function valueText(value: unknown): string {
  if (typeof value === "string" && PLAIN.test(value)) return value;
  return escaped(JSON.stringify(value));
}

/** Returns the stack of a logged error, indented; empty when there is none. */
function stackText(error: unknown): string {
  const { message, stack } = (error ?? {}) as { message?: unknown; stack?: unknown };
  const text = typeof stack === "string" ? stack : message;
  return typeof text === "string" ? `\n    ${escaped(text).replaceAll("\n", "\n    ")}` : "";
}

/**
 * Returns a line of the structured log as `time LEVEL event name=value …`, in UTC. Control
 * characters are escaped; a line that is not a JSON object is returned as it is.
 */
export function readableLine(json: string): string {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return escaped(json);
  }
  const { err, event, level, msg, time, ...fields } = line;
  const clock = String(time).slice(11, 19);
  const words = [clock, String(level).toUpperCase().padEnd(5), String(event ?? msg ?? "")];
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  return `${escaped([...words, ...texts].join(" "))}${stackText(err)}\n`;
}
