import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/fields.ts";
import {
  SWITCH_READ_ACCESS,
  statusOf,
  switchedUser,
  switchStatus,
} from "../../../users/account-switches.ts";

export const getUpgradeStatus = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/upgrade-status"],
  version: "v2",
  summary: "Whether an account is unified, and what stands in the way",
  access: SWITCH_READ_ACCESS,
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    subUid: Type.Optional(text({ description: "A sub-account of the calling main account" })),
  }),
  response: switchStatus,
  handle: (context, { subUid }) => statusOf(context, switchedUser(context, subUid), "unified"),
});
