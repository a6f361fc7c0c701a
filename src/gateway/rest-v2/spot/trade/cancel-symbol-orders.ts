import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { symbol } from "../../../http/fields.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { submit } from "../../shared/submit.ts";

export const cancelSymbolOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/cancel-symbol-order"],
  version: "v2",
  summary: "Cancel all open spot orders of a symbol",
  description: "Succeeds as well when there is none.",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  urgent: true,
  request: Type.Object({ symbol: symbol() }),
  response: Type.Object({ symbol: Type.String() }),
  async handle(context, request) {
    const instrument = spotInstrument(context, request.symbol);
    const user = context.principal.userIndex;
    const scope = { user, category: "spot", instrument: instrument.index + 1 } as const;
    const command = { kind: "cancel_orders", ...scope } as const;
    const { rejection } = await submit(context, command, URGENT);
    if (rejection !== undefined && rejection !== "no_orders") {
      throw rejectionError(rejection, "v2_spot");
    }
    return { symbol: instrument.symbol };
  },
});
