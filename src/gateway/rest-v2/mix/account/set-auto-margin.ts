import { Type } from "typebox";
import { IS_ISOLATED } from "../../../../core/base/word-traits.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, decimal, enumeration, symbol } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { heldSideField } from "../../../http/word-fields.ts";
import { contractByCoin } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { signedAtoms } from "./signed-atoms.ts";

export const setAutoMargin = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-auto-margin"],
  version: "v2",
  summary: "Let margin be added to an isolated position before it would be liquidated",
  description:
    "The account adds what restores initial margin, as far as it can spare that. The contract is " +
    "found by symbol and margin coin; amount is accepted and has no effect.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    symbol: symbol(),
    marginCoin: coin(),
    holdSide: heldSideField(),
    autoMargin: enumeration(["on", "off"]),
    amount: Type.Optional(decimal()),
  }),
  response: Type.String(),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const instrument = contractByCoin(context, request);
    const decimals = accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = signedAtoms(request.amount ?? "1", decimals) ?? 0n;
    if (amount <= 0n) throw context.errors.wrong("amount");
    const user = context.principal.userIndex;
    if (!IS_ISOLATED[accounts.settings(user, instrument).marginMode]) throw wireError("40874");
    const command = {
      kind: "set_auto_margin",
      user,
      instrument: instrument.index,
      positionSide: request.holdSide,
      isAuto: request.autoMargin === "on",
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return "success";
  },
});
