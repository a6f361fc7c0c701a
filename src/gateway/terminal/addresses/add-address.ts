import { Type } from "typebox";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import { wireId } from "../../../wire/ids.ts";
import { ADDRESS_KIND_WORDS } from "../../../wire/words/custody-words.ts";
import { userOfUid } from "../../auth/uid.ts";
import { chainNamed, coinNamed } from "../../custody/chain-of-request.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, text, word } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { ANY_SESSION } from "../browser-sessions.ts";

type AddressRequest = {
  readonly type: "regular" | "universal" | "internal";
  readonly coin?: string;
  readonly chain?: string;
  readonly address: string;
  readonly tag?: string;
  readonly label?: string;
};

/** Returns the entry of a request; throws for a coin, chain or uid that does not exist. */
function entryOf(context: PrivateContext, request: AddressRequest): CommandDraft {
  const { address, label = "", tag = "", type } = request;
  const user = callingMain(context).index;
  const entry = { kind: "add_address", user, addressKind: type, label } as const;
  if (type === "internal") {
    const toUser = userOfUid(address);
    if (toUser === undefined) throw context.errors.unknown("address");
    return { ...entry, chain: 0, address: "", tag: "", toUser };
  }
  if (request.coin === undefined) throw context.errors.missing("coin");
  if (request.chain === undefined) throw context.errors.missing("chain");
  const currency = coinNamed(context, request.coin, "v3");
  const terms = chainNamed(context, currency, request.chain, "v3");
  return { ...entry, chain: terms.index, address, tag, toUser: 0 };
}

export const addAddress = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/add-address"],
  version: "v3",
  summary: "Add an address of withdrawals to the address book of a main account",
  description:
    "regular: for a coin on a chain. universal: for any coin on the network of the chain. " +
    "internal: another user of this exchange, whose uid is the address.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 5, per: "uid" },
  confirmed: true,
  request: Type.Object({
    type: word(ADDRESS_KIND_WORDS, { default: "regular" }),
    coin: Type.Optional(coin({ description: "Needed unless the type is internal" })),
    chain: Type.Optional(text({ description: "Needed unless the type is internal" })),
    address: text({ lengthMax: 512 }),
    tag: Type.Optional(text()),
    label: Type.Optional(text()),
  }),
  response: Type.Object({ addressId: Type.String() }),
  async handle(context, request) {
    const { id, rejection } = await submitted(context, entryOf(context, request));
    if (rejection === "user_not_found") throw context.errors.unknown("address");
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return { addressId: wireId(id) };
  },
});
