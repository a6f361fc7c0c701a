import type { Credentials } from "../../src/main/credentials.ts";

export type AdminMethod = "GET" | "POST" | "PUT" | "DELETE";

/** Asks the administrative interface; `path` is behind its prefix, `body` is sent as JSON. */
export function adminRequest(
  { admin, baseUrl }: Pick<Credentials, "admin" | "baseUrl">,
  method: AdminMethod,
  path: string,
  body?: object,
): Promise<Response> {
  const authorization = `Bearer ${admin.token}`;
  const url = `${baseUrl}/admin/v1${path}`;
  if (body === undefined) return fetch(url, { method, headers: { authorization } });
  const headers = { authorization, "content-type": "application/json" };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

type Refusal = { readonly error?: { readonly code: string; readonly confirm?: string } };

/**
 * What the administrative interface answers as JSON; confirms what it asks back for. Throws unless
 * the request succeeds.
 */
export async function adminAnswer<T>(
  credentials: Pick<Credentials, "admin" | "baseUrl">,
  method: AdminMethod,
  path: string,
  body?: object,
): Promise<T> {
  const response = await adminRequest(credentials, method, path, body);
  if (response.ok) return (await response.json()) as T;
  const text = await response.text();
  const { error } = JSON.parse(text) as Refusal;
  const isAsked = error?.code === "confirmation_needed" && body !== undefined;
  if (!isAsked || "confirm" in body) throw new Error(`${path}: ${text}`);
  return adminAnswer<T>(credentials, method, path, { ...body, confirm: error.confirm });
}
