import { Type } from "typebox";
import { ADDRESSES_MAX } from "../../../core/base/limits.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { ANY_SESSION } from "../browser-sessions.ts";

const addressSchema = Type.Object({
  addressId: Type.String(),
  type: Type.String({ description: "regular, universal or internal" }),
  coin: Type.String({ description: "Empty for entries of any coin" }),
  chain: Type.String({ description: "Empty for a user of this exchange" }),
  address: Type.String({ description: "Of type internal the uid of the user" }),
  tag: Type.String(),
  label: Type.String(),
  createdTime: Type.String(),
});

export const listAddresses = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/addresses"],
  version: "v3",
  summary: "The address book of withdrawals with the ids of its entries, newest first",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    list: Type.Array(addressSchema),
    addressesMax: Type.String({ description: "Most entries of the book" }),
  }),
  handle({ exchange, principal }) {
    const { accounts } = exchange;
    const list = accounts.custody.addresses(principal.userIndex).map((entry) => {
      const { address, addressKind, createdAtMs, label, tag, toUser } = entry;
      const isInternal = addressKind === "internal";
      const terms = isInternal ? undefined : accounts.custody.chainAt(entry.chain);
      return {
        addressId: wireId(entry.id),
        type: addressKind,
        coin: addressKind === "regular" ? currencyCode(accounts, terms?.currency ?? -1) : "",
        chain: terms?.chain ?? "",
        address: isInternal ? uidOf(toUser) : address,
        tag,
        label,
        createdTime: String(createdAtMs),
      };
    });
    return { list, addressesMax: String(ADDRESSES_MAX) };
  },
});
