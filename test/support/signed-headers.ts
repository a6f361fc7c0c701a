/** The headers of a request that a client signs with its secret (auth-and-errors.md section 1). */
import { createHmac } from "node:crypto";

type Signer = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

/** `path` with its query; `body` is the text that is sent, empty for none. */
export function signedHeaders(
  { apiKey, passphrase, secret }: Signer,
  { body, method, path }: { readonly method: string; readonly path: string; readonly body: string },
): Record<string, string> {
  const timestamp = String(Date.now());
  const sign = createHmac("sha256", secret).update(timestamp + method + path + body);
  return {
    "access-key": apiKey,
    "access-sign": sign.digest("base64"),
    "access-timestamp": timestamp,
    "access-passphrase": passphrase,
    "content-type": "application/json",
  };
}
