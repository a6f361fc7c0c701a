import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/fields.ts";
import { SWITCH_ACCESS, switched, switchedUser } from "../../../users/account-switches.ts";

export const upgradeAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/account/upgrade"],
  version: "v2",
  summary: "Make a classic account unified, and move its money to the unified wallet",
  description:
    "Refused while orders, plans, positions, loans or withdrawals are open. The account is then " +
    "in basic mode, one-way and with crossed margin, and its keys are served on v3.",
  access: SWITCH_ACCESS,
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    subUid: Type.Optional(text({ description: "A sub-account of the calling main account" })),
  }),
  response: Type.Null(),
  handle: (context, { subUid }) => switched(context, switchedUser(context, subUid), "unified"),
});
