import { Type } from "typebox";
import { defineEndpoint, OpenAnswer, type PrivateContext } from "../http/endpoint.ts";
import { text } from "../http/fields.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import type { TapKey } from "./tap.ts";

/** Seconds after which a client may look whether a stream has ended. */
const RETRY_SECONDS = 10;

/**
 * Returns the key to watch: a key of the caller, or of a sub-account of the calling main account.
 * Throws 40037 for any other key, whether it exists or not.
 */
function watchedKey({ exchange, principal }: PrivateContext, apiKey: string | undefined): TapKey {
  const { keyId, userIndex } = principal;
  if (apiKey === undefined || apiKey === keyId) return { keyId, userIndex };
  const { accounts } = exchange;
  const user = accounts.user(accounts.key(apiKey)?.user ?? -1);
  if (user === undefined) throw wireError("40037");
  if (user.index !== userIndex && user.parent !== userIndex) throw wireError("40037");
  return { keyId: apiKey, userIndex: user.index };
}

export const inspect = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/inspect"],
  version: "v3",
  summary: "All requests, answers and WebSocket frames of an own key, live",
  description:
    "Server-sent events: open, then one event without a name per request or frame, and end with " +
    "the reason. Bodies and frames have at most 16 KiB; passphrases, secrets and signatures are " +
    "removed, and bodies of endpoints that issue keys are not shown. A stream gets at most 200 " +
    "items and 256 KiB per second; droppedBefore counts what it left out. At most 4 streams per " +
    "main account, with those of its sub-accounts. A stream ends when either key or the access " +
    "of either account is changed, and when its reader is too slow.",
  access: { kind: "private", permission: ["read", "uta_mgt_read"], accounts: "any" },
  limit: { perSecond: 2, per: "uid" },
  isStream: true,
  request: Type.Object({
    apiKey: Type.Optional(
      text({
        description: "A key of the caller or of a sub-account; absent for the caller's own",
      }),
    ),
  }),
  response: Type.Object({}),
  handle(context, request) {
    const { exchange, principal } = context;
    const { keyId, userIndex } = principal;
    const target = watchedKey(context, request.apiKey);
    const mainIndex = exchange.accounts.user(userIndex)?.parent ?? userIndex;
    if (!exchange.taps.hasRoom(mainIndex)) {
      const { message } = wireError("429");
      return new WireError("429", message, RETRY_SECONDS);
    }
    const about = { target, watcher: { keyId, userIndex, mainIndex } };
    return new OpenAnswer((stream) => exchange.taps.open(stream, about));
  },
});
