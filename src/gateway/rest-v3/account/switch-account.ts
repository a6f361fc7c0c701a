import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { SWITCH_ACCESS, switched } from "../../users/account-switches.ts";
import { callingMain } from "../../users/sub-accounts.ts";

export const switchAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/switch"],
  version: "v3",
  summary: "Make a unified main account classic, and move its money to the spot wallet",
  description:
    "Refused while orders, plans, positions, debts, loans, withdrawals, peer-to-peer orders or " +
    "published ads are open. Its keys are then served on v2. Sub-accounts stay unified.",
  access: SWITCH_ACCESS,
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Null(),
  handle: (context) => switched(context, callingMain(context).index, "classic"),
});
