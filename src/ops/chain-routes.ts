import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Name } from "./admin-fields.ts";
import type { ChainActions } from "./chain-port.ts";

const Flag = Type.Optional(Type.Boolean());
const Amount = Type.Optional(Decimal);
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
const Text = Type.Optional(Type.String({ maxLength: 128 }));

const ChainBody = Type.Object(
  {
    coin: Name,
    chain: Name,
    needsTag: Flag,
    isByInvoice: Flag,
    isRechargeable: Flag,
    isWithdrawable: Flag,
    isCongested: Flag,
    withdrawFee: Amount,
    extraFee: Amount,
    depositConfirmations: Count,
    withdrawConfirmations: Count,
    depositMin: Amount,
    withdrawMin: Amount,
    withdrawStep: Amount,
    withdrawDecimals: Count,
    unattendedMax: Amount,
    browserUrl: Text,
    contractAddress: Text,
  },
  { additionalProperties: false },
);

/** Registers the routes of the chains of coins. */
export function registerChainRoutes(admin: AdminApp, actions: ChainActions): void {
  admin.get("/chains", (_request, reply) => reply.send(actions.listChains()));
  admin.put("/chains", { schema: { body: ChainBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setChain(request.body)),
  );
}
