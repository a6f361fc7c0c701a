/** Requests to the REST interface of the exchange, with the session of this browser. */
import { askForCode, CODE_NEEDED, CODE_WRONG } from "./asked-code.ts";
import { PAGE_READS } from "./read-gate.ts";
import { REALM, type Realm } from "./realm.ts";
import { noticeRefusal } from "./session-end.ts";
import { shownUid } from "./shown-user.ts";
import { recordFrame, recordRoundTrip } from "./traffic.ts";
import { unanswered, WireFailure } from "./wire-failure.ts";

export type QueryValue = string | number | boolean | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export type RequestOptions = {
  /** Realm of the request; that of this tab unless given. */
  readonly realm?: Realm;
  /** Whether the body has the one-time code itself, so that the person is not asked for one. */
  readonly hasOwnCode?: boolean;
  readonly signal?: AbortSignal;
  /** Whether request or answer has a secret, which the record of traffic leaves out. */
  readonly isSecret?: boolean;
};

type Envelope = {
  readonly code: string;
  readonly msg: string;
  readonly requestTime?: number;
  readonly data: unknown;
};

const SUCCESS = "00000";

/** Stands in the record of traffic for texts with secrets. */
const LEFT_OUT = "(left out: it has a secret)";

/** Returns the payload of a GET. Rejects with `WireFailure`. */
export function get<T>(path: string, query: Query = {}, options: RequestOptions = {}): Promise<T> {
  const text = queryText(query);
  const target = text === "" ? path : `${path}?${text}`;
  return PAGE_READS.through(() => send("GET", target, undefined, options) as Promise<T>);
}

/**
 * Returns the payload of a POST with a JSON body. Asks the person for a one-time code, again and
 * again, while the exchange wants another one. Rejects with `WireFailure`.
 */
export async function post<T>(
  path: string,
  body: object = {},
  options: RequestOptions = {},
): Promise<T> {
  const text = JSON.stringify(body);
  let code: string | undefined;
  for (;;) {
    try {
      return (await send("POST", path, text, options, code)) as T;
    } catch (thrown) {
      if (options.hasOwnCode === true || !wantsCode(thrown)) throw thrown;
      code = await askForCode(thrown.code === CODE_WRONG ? thrown.message : undefined);
      if (code === undefined) throw thrown;
    }
  }
}

function wantsCode(thrown: unknown): thrown is WireFailure {
  return (
    thrown instanceof WireFailure && (thrown.code === CODE_NEEDED || thrown.code === CODE_WRONG)
  );
}

/** Returns a query string; members without a value are left out. */
export function queryText(query: Query): string {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(known).toString();
}

/**
 * Returns the headers by which the session of this browser in a realm is used. They name the user
 * that the page shows: another tab may have signed in as somebody else meanwhile.
 */
export function pageHeaders(realm: Realm): Record<string, string> {
  const uid = realm === REALM ? shownUid() : undefined;
  return {
    "x-bourse-terminal": "1",
    ...(realm === "demo" ? { paptrading: "1" } : {}),
    ...(uid === undefined ? {} : { "x-bourse-uid": uid }),
  };
}

async function send(
  method: "GET" | "POST",
  path: string,
  body: string | undefined,
  options: RequestOptions,
  code?: string,
): Promise<unknown> {
  const sentAtMs = Date.now();
  const startedMs = performance.now();
  const headers = pageHeaders(options.realm ?? REALM);
  if (body !== undefined) headers["content-type"] = "application/json";
  if (code !== undefined) headers["x-bourse-code"] = code;
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = body;
  if (options.signal !== undefined) init.signal = options.signal;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, init);
    text = await response.text();
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    throw unanswered(method);
  }
  const envelope = readEnvelope(text);
  recordRoundTrip(sentAtMs, envelope?.requestTime);
  recordFrame({
    atMs: sentAtMs,
    transport: "rest",
    direction: "exchange",
    target: `${method} ${path}`,
    sent: options.isSecret === true ? LEFT_OUT : (body ?? ""),
    received: options.isSecret === true ? LEFT_OUT : text,
    status: response.status,
    durationMs: performance.now() - startedMs,
  });
  if (envelope === undefined) {
    throw new WireFailure(
      "unreadable",
      `The answer has status ${response.status}`,
      response.status,
    );
  }
  if (envelope.code !== SUCCESS) {
    noticeRefusal(envelope.code);
    const retryAfterS = Number(response.headers.get("retry-after"));
    throw new WireFailure(envelope.code, envelope.msg, response.status, retryAfterS);
  }
  return envelope.data;
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "code" in value
      ? (value as Envelope)
      : undefined;
  } catch {
    return undefined;
  }
}
