/** The headers of a request that a client signs with its secret (auth-and-errors.md section 1). */
import { createHmac } from "node:crypto";

type Signer = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

type Signed = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The text that is sent, empty for none. */
  readonly body: string;
  /** In ms since 1970; absent: now. */
  readonly timestampMs?: number;
};

export function signedHeaders(
  { apiKey, passphrase, secret }: Signer,
  { body, method, path, timestampMs = Date.now() }: Signed,
): Record<string, string> {
  const timestamp = String(timestampMs);
  const sign = createHmac("sha256", secret).update(timestamp + method + path + body);
  return {
    "access-key": apiKey,
    "access-sign": sign.digest("base64"),
    "access-timestamp": timestamp,
    "access-passphrase": passphrase,
    "content-type": "application/json",
  };
}
