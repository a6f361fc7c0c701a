import { type AnswerHeaders, JSON_TYPE } from "./answer.ts";
import { STATUS_CODES } from "./node-http.ts";
import { REQUEST_ID_HEADER } from "./request-trace.ts";

let dateSecond = 0;
let date = "";

/** Value of `Date`, written once per second. */
function dateText(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}

/**
 * Returns head and body of an answer as `sendJson` and Node's server write them, header by header.
 * Without `keepAliveMs` the connection is closed after it.
 */
export function answerText(answer: {
  readonly status: number;
  readonly envelope: string;
  /** Length of the envelope in bytes. */
  readonly bytes: number;
  readonly headers: AnswerHeaders;
  readonly requestId: string;
  readonly keepAliveMs: number | undefined;
}): string {
  const { headers, keepAliveMs, status } = answer;
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) for (const item of value) text += `${name}: ${item}\r\n`;
    else text += `${name}: ${value}\r\n`;
  }
  const end =
    keepAliveMs === undefined
      ? `connection: close\r\nDate: ${dateText()}\r\n\r\n`
      : `Date: ${dateText()}\r\nConnection: keep-alive\r\n` +
        `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
  return (
    `${text}content-type: ${JSON_TYPE}\r\ncontent-length: ${answer.bytes}\r\n` +
    `${REQUEST_ID_HEADER}: ${answer.requestId}\r\n${end}${answer.envelope}`
  );
}
