import { Type } from "typebox";
import { IS_ISOLATED } from "../../../../core/base/word-traits.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { categoryOf } from "../../shared/instruments.ts";

export const getIsolatedSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/isolated-symbols"],
  version: "v2",
  summary: "Contracts of a product line that the caller has set to isolated margin",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(Type.Object({ symbol: Type.String(), marginMode: Type.String() })),
  handle(context, request) {
    const category = categoryOf(request.productType);
    return context.exchange.accounts
      .allSettings(context.principal.userIndex)
      .filter((one) => IS_ISOLATED[one.marginMode] && one.instrument.category === category)
      .map(({ instrument, marginMode }) => ({ symbol: instrument.symbol, marginMode }));
  },
});
