/** Reads of the administrative interface whose answers are checked against their schemas. */
import { Compile } from "typebox/compile";
import type { Credentials } from "../../src/main/credentials.ts";
import { ADMIN_ENDPOINTS } from "../../src/ops/admin-endpoints.ts";
import { adminRequest } from "./admin-request.ts";

type Params = Readonly<Record<string, string>>;

/** Returns the path with its parameters, and the query behind it. */
function pathOf(template: string, params: Params): string {
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(params)) {
    if (path.includes(`:${name}`)) path = path.replace(`:${name}`, value);
    else query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * Returns the answer to a GET of an endpoint by its path, such as `/users/:uid/orders`; further
 * parameters are its query. Throws when it fails or differs from the schema of the endpoint.
 */
export async function checkedRead<T>(
  credentials: Pick<Credentials, "admin" | "baseUrl">,
  template: string,
  params: Params = {},
): Promise<T> {
  const endpoint = ADMIN_ENDPOINTS.find(
    ({ method, path }) => method === "GET" && path === template,
  );
  if (endpoint === undefined) throw new Error(`GET ${template} is no endpoint`);
  const answer = await adminRequest(credentials, "GET", pathOf(template, params));
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`GET ${template}: ${answer.status} ${JSON.stringify(body)}`);
  const differences = Compile(endpoint.response).Errors(body);
  if (differences.length > 0) {
    throw new Error(`GET ${template}: ${JSON.stringify(differences)} in ${JSON.stringify(body)}`);
  }
  return body as T;
}
