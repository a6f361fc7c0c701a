import { Type } from "typebox";
import type { UserStatus } from "../../../core/base/vocabulary.ts";
import { ACCOUNT_WORDS } from "../../auth/permissions.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { names, text, word } from "../../http/fields.ts";
import { ownVirtualSubAccount } from "../../users/sub-accounts.ts";
import { submitAccepted } from "../shared/submit.ts";

const STATUS_WORDS = {
  normal: "normal",
  frozen: "freeze",
} as const satisfies Readonly<Record<UserStatus, string>>;

/** Returns the word of a permission of an account; hyphens and underscores are equal. */
function accountWord(sent: string): (typeof ACCOUNT_WORDS)[number] | undefined {
  const spelling = (name: string): string => name.toLowerCase().replaceAll("-", "_");
  return ACCOUNT_WORDS.find((name) => spelling(name) === spelling(sent));
}

export const modifyVirtualSubAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/user/modify-virtual-subaccount"],
  version: "v2",
  summary: "Freeze a virtual sub-account, or change what its keys may do",
  description:
    "The keys of a frozen sub-account are refused and its WebSocket sessions end; its orders " +
    "and positions stay, and the main account can still move its funds. Keys trade on spot and " +
    "margin only with spot_trade, on futures only with contract_trade; read or readonly alone " +
    "leaves reading alone.",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    subAccountUid: text(),
    permList: names({ itemsMax: ACCOUNT_WORDS.length, description: ACCOUNT_WORDS.join(", ") }),
    status: word(STATUS_WORDS),
  }),
  response: Type.Object({ result: Type.String() }),
  async handle(context, request) {
    const account = ownVirtualSubAccount(context, request.subAccountUid);
    const words = request.permList.map(accountWord);
    if (words.length === 0) throw context.errors.missing("permList");
    if (words.includes(undefined)) throw context.errors.unknown("permList");
    const command = {
      kind: "set_user_access",
      user: account.index,
      status: request.status,
      permissions: [...new Set(words)].join(","),
    } as const;
    await submitAccepted(context, command, "v2_spot");
    return { result: "success" };
  },
});
