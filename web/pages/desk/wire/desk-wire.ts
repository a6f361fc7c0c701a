/** Requests of the desk to the admin API, with the session of this browser. */
import { unanswered, WireFailure } from "../../../wire/wire-failure.ts";

const PREFIX = "/admin/v1";

/** Effect of a dangerous request, computed by the exchange before it is done. */
export type Effect = {
  readonly users: readonly {
    readonly uid: string;
    readonly name: string;
    readonly isAgent: boolean;
    readonly liquidatedUsd: string;
    readonly lossUsd: string;
  }[];
  readonly liquidatedUsers: number;
  readonly liquidatedUsd: string;
  readonly deleveragedUsd: string;
  readonly insuranceUsd: string;
  readonly poolLossUsd: string;
  readonly cancelledOrders: number;
};

/** A dangerous request that the exchange asks to confirm. */
export type AskedBack = { readonly effect: Effect; readonly confirm: string };

/** A request that the exchange did not do before it is confirmed. */
export class ConfirmationNeeded extends WireFailure {
  readonly asked: AskedBack;

  constructor(message: string, asked: AskedBack) {
    super("confirmation_needed", message, 409);
    this.name = "ConfirmationNeeded";
    this.asked = asked;
  }
}

export type DeskMethod = "POST" | "PUT" | "DELETE";

/** Members of a body: texts for amounts, as the admin API takes them. */
export type Body = Readonly<Record<string, unknown>>;

type ErrorBody = {
  readonly error?: { readonly code: string; readonly message: string } & Partial<AskedBack>;
};

let signedOut: () => void = () => {};

/** Calls a listener when the exchange says that this browser has no session in force. */
export function whenSignedOut(listener: () => void): void {
  signedOut = listener;
}

/** Query of a request; members that are empty or undefined are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Reads from the admin API. Rejects with `WireFailure`. */
export function deskGet<T>(path: string, query: Query = {}): Promise<T> {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  const text = new URLSearchParams(pairs).toString();
  return request("GET", `${path}${text === "" ? "" : `?${text}`}`, {});
}

/**
 * Sends a request that may change something, with its reason. Rejects with `ConfirmationNeeded`
 * where the exchange asks back, or with another `WireFailure`.
 */
export function deskSend<T>(
  method: DeskMethod,
  path: string,
  options: { readonly body?: Body | undefined; readonly reason: string },
): Promise<T> {
  const headers: Record<string, string> = { "x-reason": headerText(options.reason) };
  if (options.body === undefined) return request(method, path, { headers });
  headers["content-type"] = "application/json";
  return request(method, path, { headers, body: JSON.stringify(options.body) });
}

/** Opens a session with a token. Rejects with `WireFailure`. */
export function openDeskSession<T>(token: string): Promise<T> {
  return request("POST", "/browser-session", { headers: { authorization: `Bearer ${token}` } });
}

/** Returns a text as a header takes it: each byte of its UTF-8 as a character. */
function headerText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

async function request<T>(
  method: DeskMethod | "GET",
  path: string,
  init: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
): Promise<T> {
  const headers = { "x-bourse-terminal": "1", ...init.headers };
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${PREFIX}${path}`, { ...init, method, headers });
    text = await response.text();
  } catch {
    throw unanswered(method);
  }
  const body = readBody(text, response.status);
  if (response.ok) return body as T;
  const { code = "unreadable", confirm, effect, message = "" } = body.error ?? {};
  if (response.status === 401) signedOut();
  if (confirm !== undefined && effect !== undefined) {
    throw new ConfirmationNeeded(message, { confirm, effect });
  }
  throw new WireFailure(code, message, response.status);
}

function readBody(text: string, status: number): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    throw new WireFailure("unreadable", `The answer has status ${status}`, status);
  }
}
