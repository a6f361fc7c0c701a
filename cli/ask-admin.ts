/** Requests of the command line to the admin API of a running exchange. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { CREDENTIALS_FILE, type Credentials } from "../src/main/credentials.ts";

const RESPONSE_MS_MAX = 10_000;
const UNIX_PREFIX = "unix:";

/**
 * Sends a request to the admin API of the exchange that runs on the data directory, at its own
 * address if it has one; with a body as POST. Throws an error with the cause and the next step.
 */
export async function askAdmin<T>(dataDir: string, path: string, body?: object): Promise<T> {
  const file = join(dataDir, CREDENTIALS_FILE);
  const { admin, baseUrl } = readCredentials(file);
  const address = admin.url ?? baseUrl;
  const content = body && JSON.stringify(body);
  const response = await send(address, `/admin/v1${path}`, admin.token, content).catch(
    (cause: unknown) => {
      const where = `no exchange answers at ${address}, the address in ${file}`;
      throw new Error(`${where}: start it, or name its data directory with --data-dir`, { cause });
    },
  );
  const responseBody = JSON.parse(await text(response)) as T & {
    readonly error?: { readonly message: string };
  };
  if (responseBody.error !== undefined) throw new Error(responseBody.error.message);
  return responseBody;
}

async function send(
  address: string,
  path: string,
  token: string,
  content: string | undefined,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: content === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(RESPONSE_MS_MAX),
  };
  const isSocket = address.startsWith(UNIX_PREFIX);
  const sending = isSocket
    ? request({ ...options, path, socketPath: address.slice(UNIX_PREFIX.length) })
    : request(`${address}${path}`, options);
  sending.end(content);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return response;
}

function readCredentials(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Credentials;
  } catch (cause) {
    const message = `${file} cannot be read: name the data directory with --data-dir`;
    throw new Error(message, { cause });
  }
}
