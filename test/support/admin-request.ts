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

/** What the administrative interface answers as JSON. Throws unless the request succeeds. */
export async function adminAnswer<T>(
  credentials: Pick<Credentials, "admin" | "baseUrl">,
  method: AdminMethod,
  path: string,
  body?: object,
): Promise<T> {
  const response = await adminRequest(credentials, method, path, body);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}
