import type { LoginRequest } from "../auth/authenticator.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import type { WireError } from "../http/wire-error.ts";
import type { SocketCode } from "./control-frames.ts";

/** Method and path that a login signs after its time (websocket.md section 3). */
const LOGIN_METHOD = "GET";
const LOGIN_PATH = "/user/verify";

/** Timestamps below this value are in seconds, others in milliseconds. */
const SECONDS_MAX = 100_000_000_000;

/** Value of `session` in a login with the session of the browser. */
const BY_SESSION = "1";

type LoginFields = Omit<LoginRequest, "clientIp" | "realm">;

/** A login with the session of the browser, and the user that the page shows, if it names one. */
type SessionFields = { readonly bySession: true; readonly uid: string | undefined };

function textOf(fields: WireObject, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Parses the argument of a login, or returns the code that refuses it. A login by session uses
 * the one that the browser presented when it connected. The time is signed as written: as text or
 * number, in seconds or milliseconds. The key may be named `api_key`, as clients in Python name it
 * (pybotters, python-bitget).
 */
export function readLogin(arg: WireValue | undefined): LoginFields | SessionFields | SocketCode {
  if (typeof arg !== "object" || arg === null || Array.isArray(arg)) return 30016;
  const fields = arg as WireObject;
  if (textOf(fields, "session") === BY_SESSION) {
    return { bySession: true, uid: textOf(fields, "uid") };
  }
  const apiKey = textOf(fields, "apiKey") ?? textOf(fields, "api_key");
  if (apiKey === undefined) return 30011;
  const passphrase = textOf(fields, "passphrase");
  if (passphrase === undefined) return 30012;
  const timestamp = textOf(fields, "timestamp");
  if (timestamp === undefined || !/^\d{1,16}$/.test(timestamp)) return 30013;
  const sign = textOf(fields, "sign");
  if (sign === undefined) return 30015;
  const time = Number(timestamp);
  const timestampMs = time < SECONDS_MAX ? time * 1000 : time;
  const method = LOGIN_METHOD;
  return { apiKey, passphrase, timestamp, timestampMs, sign, method, path: LOGIN_PATH };
}

/** Returns the WebSocket code for an authentication error with a REST code. */
export function loginCode(error: WireError): SocketCode {
  switch (error.code) {
    case "40006":
    case "40037":
      return 30011;
    case "40012":
      return 30012;
    case "40008":
      return 30014;
    case "40009":
      return 30015;
    case "40015":
      return 30006;
    default:
      return 30005;
  }
}
