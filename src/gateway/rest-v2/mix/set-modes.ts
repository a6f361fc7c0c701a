import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, decimal, enumeration, productType } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { UNSTAMPED } from "../../orders/unstamped.ts";
import { categoryOf, mixInstrument } from "../shared/instruments.ts";
import { submitAccepted } from "../shared/submit.ts";
import { currencyCode } from "../shared/texts.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const setPositionMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-position-mode"],
  version: "v2",
  summary: "Set one-way or hedge mode of a product line",
  description: "Refused while the line has positions or open orders.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    productType: productType(),
    posMode: enumeration(["one_way_mode", "hedge_mode"]),
  }),
  response: Type.Object({ posMode: Type.String() }),
  async handle(context, request) {
    const command = {
      kind: "set_position_mode",
      ...UNSTAMPED,
      user: context.principal.userIndex,
      category: categoryOf(request.productType),
      isHedge: request.posMode === "hedge_mode",
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return { posMode: request.posMode };
  },
});

export const setMarginMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin-mode"],
  version: "v2",
  summary: "Set the margin mode of a contract: crossed is the only one",
  description: "Isolated margin is not open and answered with code 40805.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    marginMode: enumeration(["crossed", "isolated"]),
  }),
  response: Type.Object({
    symbol: Type.String(),
    marginCoin: Type.String(),
    longLeverage: Type.String(),
    shortLeverage: Type.String(),
    marginMode: Type.String(),
  }),
  handle(context, request) {
    const { exchange, principal } = context;
    const instrument = mixInstrument(context, request);
    if (request.marginMode === "isolated") throw wireError("40805");
    const leverage = String(exchange.accounts.leverage(principal.userIndex, instrument));
    return {
      symbol: instrument.symbol,
      marginCoin: currencyCode(exchange, instrument.settle),
      longLeverage: leverage,
      shortLeverage: leverage,
      marginMode: "crossed",
    };
  },
});

export const setPositionMargin = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin"],
  version: "v2",
  summary: "Adjust the margin of an isolated position",
  description: "All positions are crossed: always answered with code 40875.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    holdSide: Type.Optional(enumeration(["long", "short"])),
    amount: decimal({ negative: true }),
  }),
  response: Type.String(),
  handle(context, request) {
    mixInstrument(context, request);
    return wireError("40875");
  },
});
