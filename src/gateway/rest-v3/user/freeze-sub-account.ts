import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, text } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";

export const freezeSubAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/user/freeze-sub"],
  version: "v3",
  summary: "Freeze a sub-account, or end its freeze",
  description:
    "The keys of a frozen sub-account are refused and its WebSocket sessions end. Its orders and " +
    "positions stay, and the main account can still move its funds.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ subUid: text(), operation: enumeration(["freeze", "unfreeze"]) }),
  response: Type.Object({}),
  async handle(context, request) {
    const { index: user, permissions } = ownSubAccount(context, request.subUid);
    const { rejection } = await submitted(context, {
      kind: "set_user_access",
      ...{ user, permissions },
      status: request.operation === "freeze" ? "frozen" : "normal",
    });
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return {};
  },
});
