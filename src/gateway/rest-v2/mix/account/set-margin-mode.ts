import { Type } from "typebox";
import { currencyCode } from "../../../../wire/listings.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";
import { marginModeField } from "../../../http/word-fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

export const setMarginMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin-mode"],
  version: "v2",
  summary: "Set crossed or isolated margin of a contract",
  description: "Refused with code 45117 while the contract has positions, orders or plans.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    marginMode: marginModeField(),
  }),
  response: Type.Object({
    symbol: Type.String(),
    marginCoin: Type.String(),
    longLeverage: Type.String(),
    shortLeverage: Type.String(),
    marginMode: Type.String(),
  }),
  async handle(context, request) {
    const { exchange, principal } = context;
    const instrument = mixInstrument(context, request);
    const { marginMode } = request;
    const terms = { user: principal.userIndex, instrument: instrument.index, marginMode };
    await submitAccepted(context, { kind: "set_margin_mode", ...terms }, "v2_mix");
    const settings = exchange.accounts.settings(principal.userIndex, instrument);
    return {
      symbol: instrument.symbol,
      marginCoin: currencyCode(exchange.accounts, instrument.settle),
      longLeverage: String(settings.longLeverage),
      shortLeverage: String(settings.shortLeverage),
      marginMode: settings.marginMode,
    };
  },
});
