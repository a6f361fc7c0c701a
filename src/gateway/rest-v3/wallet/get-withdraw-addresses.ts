import { Type } from "typebox";
import { idOfWire, wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { ADDRESS_KIND_WORDS } from "../../../wire/words/custody-words.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, enumeration, id, limit } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";

/** `EVM` entries do not exist here: no entry has the type. */
const TYPES = ["EVM", "regular", "universal", "internal"] as const;

export const getWithdrawAddresses = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/withdraw-address"],
  version: "v3",
  summary: "The address book of withdrawals, newest entry first",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    coin: Type.Optional(coin()),
    type: Type.Optional(enumeration(TYPES)),
    limit: limit({ default: 20, max: 100, clamp: true }),
    cursor: Type.Optional(id()),
  }),
  response: Type.Object({
    addressList: Type.Array(
      Type.Object({
        coin: Type.String({ description: "Empty for entries of any coin" }),
        chain: Type.String(),
        address: Type.String(),
        countryCode: Type.String(),
        label: Type.String(),
        memo: Type.String(),
        type: Type.String({ description: "regular, universal, internal" }),
        internalType: Type.String(),
        createdTime: Type.String(),
      }),
    ),
    cursor: Type.String(),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const named = request.coin === undefined ? undefined : coinOf(context, request.coin);
    const below = request.cursor === undefined ? Number.MAX_SAFE_INTEGER : idOfWire(request.cursor);
    if (below === undefined) throw context.errors.notAnId("cursor");
    const found = accounts.custody.addresses(context.principal.userIndex).filter((entry) => {
      const terms = accounts.custody.chainAt(entry.chain);
      const isOfCoin = entry.addressKind !== "regular" || terms?.currency === named?.index;
      const isOfType = request.type === undefined || request.type === entry.addressKind;
      return entry.id < below && isOfType && (named === undefined || isOfCoin);
    });
    const page = found.slice(0, request.limit);
    const last = page.at(-1);
    const addressList = page.map((entry) => {
      const { address, addressKind, createdAtMs, label, tag, toUser } = entry;
      const isInternal = addressKind === "internal";
      const terms = isInternal ? undefined : accounts.custody.chainAt(entry.chain);
      return {
        coin: addressKind === "regular" ? currencyCode(accounts, terms?.currency ?? -1) : "",
        chain: terms?.chain ?? "",
        address: isInternal ? uidOf(toUser) : address,
        countryCode: "",
        label,
        memo: tag,
        type: ADDRESS_KIND_WORDS[addressKind],
        internalType: isInternal ? "uid" : "",
        createdTime: String(createdAtMs),
      };
    });
    const hasMore = found.length > page.length && last !== undefined;
    return { addressList, cursor: hasMore ? wireId(last.id) : "" };
  },
});
