import { EventReader, type StreamEvent } from "./event-reader.ts";
import { REALM } from "./realm.ts";
import { pageHeaders, type Query, queryText } from "./rest.ts";
import { WireFailure } from "./wire-failure.ts";

/** Silence after which a stream counts as lost, in ms; the exchange sends something every 15 s. */
const SILENT_MS = 40_000;

/**
 * Reads a stream of server-sent events with the session of this browser, until the exchange ends
 * it or the signal aborts it, after which no event is passed on. Rejects with `WireFailure` where
 * the exchange refuses the stream, or the connection is lost.
 */
export async function readEventStream(
  path: string,
  query: Query,
  {
    onEvent,
    signal,
  }: {
    readonly onEvent: (event: StreamEvent) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  const read = async (): Promise<void> => {
    const response = await fetch(`${path}?${queryText(query)}`, {
      headers: pageHeaders(REALM),
      credentials: "same-origin",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (response.body === null || !isStream)
      throw refusalOf(response.status, await response.text());
    const reader = new EventReader();
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await chunks.read(); !part.done; part = await chunks.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      for (const event of reader.read(part.value)) if (!signal.aborted) onEvent(event);
    }
  };
  try {
    await read();
  } catch (thrown) {
    if (signal.aborted) return;
    if (thrown instanceof WireFailure) throw thrown;
    throw new WireFailure("unreachable", "The connection was lost", 0);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(status: number, text: string): WireFailure {
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "unreadable";
  const message = /"msg":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return new WireFailure(code, message ?? `The answer has status ${status}`, status);
}
