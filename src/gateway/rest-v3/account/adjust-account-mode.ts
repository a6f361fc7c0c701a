import { Type } from "typebox";
import { ACCOUNT_LEVELS, type AccountLevel } from "../../../core/base/vocabulary.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { enumeration, text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";

/** Levels of the interface that this exchange does not support. */
const ABSENT_LEVELS = ["spot", "delta", "isolated"] as const;

/** Returns the caller, or its sub-account with a uid; throws as `ownSubAccount` for any other. */
function targetOf(context: PrivateContext, uid: string | undefined): number {
  const { uid: own, userIndex } = context.principal;
  return uid === undefined || uid === own ? userIndex : ownSubAccount(context, uid).index;
}

export const adjustAccountMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/adjust-account-mode"],
  version: "v3",
  summary: "Switch a unified account between basic and advanced",
  description:
    "Refused while positions, orders or debts are open. Advanced needs an equity of 1,000 US " +
    "dollars and a passed questionnaire. The other modes are announced, not yet offered.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    mode: enumeration([...ACCOUNT_LEVELS, ...ABSENT_LEVELS]),
    targetUid: Type.Optional(text({ description: "The uid of a sub-account" })),
  }),
  response: Type.Null(),
  async handle(context, { mode, targetUid }) {
    const level = ACCOUNT_LEVELS.find((word): word is AccountLevel => word === mode);
    if (level === undefined) return wireError("25009", `${mode} mode is not offered yet`);
    const { rejection } = await submitted(context, {
      kind: "set_account_level",
      user: targetOf(context, targetUid),
      level,
      isByOperator: false,
    });
    return rejection === undefined ? null : rejectionError(rejection, "v3");
  },
});
