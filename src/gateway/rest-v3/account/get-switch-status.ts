import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { SWITCH_READ_ACCESS, statusOf, switchStatus } from "../../users/account-switches.ts";
import { callingMain } from "../../users/sub-accounts.ts";

export const getSwitchStatus = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/switch-status"],
  version: "v3",
  summary: "Whether a main account is classic, and what stands in the way",
  access: SWITCH_READ_ACCESS,
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: switchStatus,
  handle: (context) => statusOf(context, callingMain(context).index, "classic"),
});
