import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, integer, productType, symbol } from "../../../http/fields.ts";
import { WireError } from "../../../http/wire-error.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { submitAll } from "../../shared/submit.ts";
import { LEVERAGE_RANGE } from "./leverage-range.ts";

export const setAllMixLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-all-leverage"],
  version: "v2",
  summary: "Set the leverage of all contracts of a product line, or of one",
  description:
    "Contracts that do not allow the leverage keep theirs; it is an error when none allows it, " +
    "and when margin forbids it for one of them, whose code is then answered.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    productType: productType(),
    leverage: integer(LEVERAGE_RANGE),
    symbol: Type.Optional(symbol()),
    marginCoin: Type.Optional(coin()),
  }),
  response: Type.String(),
  async handle(context, request) {
    const { leverage } = request;
    const user = context.principal.userIndex;
    const instruments = mixInstruments(context, request).filter(
      (one) => leverage >= one.leverageMin && leverage <= one.leverageMax,
    );
    if (instruments.length === 0) throw rejectionError("leverage_out_of_range", "v2_mix");
    const commands = instruments.map(({ index: instrument }) => {
      const terms = { user, instrument, positionSide: "net", leverage } as const;
      return { kind: "set_leverage", ...terms } as const;
    });
    for (const outcome of await submitAll(context, commands)) {
      if (outcome instanceof WireError) throw outcome;
      if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, "v2_mix");
    }
    return "success";
  },
});
