import { Type } from "typebox";
import { CANCEL_COUNTDOWN_SECONDS_MAX } from "../../../core/base/limits.ts";
import { URGENT } from "../../../sequencer/port.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { integer } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const countdownCancelAll = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/countdown-cancel-all"],
  version: "v3",
  summary: "Cancel all open orders unless this request is repeated in time",
  description:
    "Each request starts the countdown again; 0 ends it. At its end all open orders of the " +
    "account are cancelled, strategy orders stay.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 1, per: "uid" },
  urgent: true,
  request: Type.Object({
    countdown: integer({
      min: 0,
      max: CANCEL_COUNTDOWN_SECONDS_MAX,
      description: "Seconds, 5 to 60, or 0 to end the countdown",
    }),
  }),
  response: Type.String(),
  async handle(context, { countdown }) {
    const user = context.principal.userIndex;
    const command = { kind: "set_cancel_countdown", user, seconds: countdown } as const;
    const { rejection } = await submitted(context, command, URGENT);
    return rejection === undefined ? "success" : rejectionError(rejection, "v3");
  },
});
