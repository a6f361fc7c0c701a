import { Type } from "typebox";
import { atoms } from "../../../../core/money/units.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, decimal } from "../../../http/fields.ts";
import { heldSideField } from "../../../http/word-fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";
import { signedAtoms } from "./signed-atoms.ts";

export const setPositionMargin = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin"],
  version: "v2",
  summary: "Add margin to an isolated position, or remove some",
  description:
    "A positive amount adds what the account can spare; a negative one removes what initial " +
    "margin and an unrealised loss do not need. holdSide may be left out in one-way mode.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    holdSide: Type.Optional(heldSideField()),
    amount: decimal({ negative: true }),
  }),
  response: Type.String(),
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const decimals = context.exchange.accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = signedAtoms(request.amount, decimals);
    if (amount === undefined) throw context.errors.wrong("amount");
    const command = {
      kind: "adjust_margin",
      user: context.principal.userIndex,
      instrument: instrument.index,
      positionSide: request.holdSide ?? "net",
      amount: atoms(amount),
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return "";
  },
});
