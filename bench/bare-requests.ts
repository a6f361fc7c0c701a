/** What the bare servers of `bench rest` do with a request besides receiving it. */
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";

export const PLACE_ORDER = "/api/v3/trade/place-order";

type Signed = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer | undefined;
};

/** Whether the request carries the HMAC-SHA256 over time, method, target and body. */
export function isSigned(key: KeyObject, { body, headers, method, url }: Signed): boolean {
  const mac = createHmac("sha256", key).update(`${headers["access-timestamp"]}${method}${url}`);
  if (body !== undefined) mac.update(body);
  const given = Buffer.from(String(headers["access-sign"]), "base64");
  return given.length === 32 && timingSafeEqual(mac.digest(), given);
}

/** Reads the answers to reads by their targets, as texts; the file is written by the benchmark. */
export function answersIn(file: string | undefined): Readonly<Record<string, string>> {
  if (file === undefined) return {};
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}
