import { Type } from "typebox";
import { IS_ISOLATED } from "../../../core/base/word-traits.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { category } from "../../http/fields.ts";
import { heldSideField, marginModeField } from "../../http/word-fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import {
  LEVERAGE_FIELDS,
  LEVERAGED,
  type LeverageTarget,
  leverageField,
  leverageTarget,
} from "./leverage-request.ts";

function setTo(context: PrivateContext, target: LeverageTarget, leverage: number) {
  const user = context.principal.userIndex;
  if (target.kind === "coin") {
    const currency = target.currency.index;
    return submitted(context, { kind: "set_coin_leverage", user, currency, leverage });
  }
  const instrument = target.instrument.index;
  const set = { kind: "set_leverage", user, instrument, leverage } as const;
  return submitted(context, { ...set, positionSide: "net" });
}

export const setLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/set-leverage"],
  version: "v3",
  summary: "Set the leverage of a futures symbol, or of borrowing a coin",
  description: "Positions are held in cross margin: long and short of a symbol share its leverage.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    category: Type.Optional(category(LEVERAGED)),
    productType: Type.Optional(category(LEVERAGED, { description: "Another name of category" })),
    leverage: leverageField(),
    ...LEVERAGE_FIELDS,
    posSide: Type.Optional(heldSideField()),
    marginMode: Type.Optional(marginModeField()),
  }),
  response: Type.String(),
  async handle(context, request) {
    const line = request.category ?? request.productType;
    if (line === undefined) throw context.errors.missing("category");
    const isIsolated = IS_ISOLATED[request.marginMode ?? "crossed"];
    const target = leverageTarget(context, { ...request, category: line, isIsolated });
    const { rejection } = await setTo(context, target, request.leverage);
    return rejection === undefined ? "success" : rejectionError(rejection, "v3");
  },
});
