import { Type } from "typebox";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, id, limit } from "../../http/fields.ts";
import { itemsOf } from "../../users/sub-account-keys.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { shownName, statusWord } from "./virtual-sub-account.ts";

export const listVirtualSubAccounts = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/user/virtual-subaccount-list"],
  version: "v2",
  summary: "Virtual sub-accounts of the main account, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    limit: limit({ default: 100, max: 500 }),
    idLessThan: Type.Optional(id({ description: "endId of the page before" })),
    status: Type.Optional(enumeration(["normal", "freeze", "del"])),
  }),
  response: Type.Object({
    endId: Type.Union([Type.Number(), Type.String()], { description: "Empty without rows" }),
    subAccountList: Type.Array(
      Type.Object({
        subAccountUid: Type.String(),
        subAccountName: Type.String(),
        status: Type.String(),
        permList: Type.Array(Type.String()),
        label: Type.String(),
        accountType: Type.String(),
        cTime: Type.String(),
        uTime: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { idLessThan, status } = request;
    const page = context.exchange.accounts
      .subAccountsOf(callingMain(context).index)
      .filter(({ isVirtual }) => isVirtual)
      .filter((account) => status === undefined || statusWord(account) === status)
      .filter(({ index }) => idLessThan === undefined || BigInt(uidOf(index)) < BigInt(idLessThan))
      .slice(0, request.limit);
    const last = page.at(-1);
    return {
      endId: last === undefined ? "" : Number(uidOf(last.index)),
      subAccountList: page.map((account) => ({
        subAccountUid: uidOf(account.index),
        subAccountName: shownName(account.name),
        status: statusWord(account),
        permList: itemsOf(account.permissions),
        label: account.note,
        accountType: "virtual",
        cTime: String(account.createdAtMs),
        uTime: String(account.accessChangedAtMs),
      })),
    };
  },
});
