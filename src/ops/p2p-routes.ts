import { Type } from "typebox";
import { P2P_LEVELS, P2P_MERCHANT_LEVELS } from "../core/base/vocabulary.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Id, Name, UidPath } from "./admin-fields.ts";
import type { P2pActions } from "./p2p-port.ts";

const STRICT = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const FiatBody = Type.Object(
  {
    code: Name,
    decimals: Type.Integer({ minimum: 0, maximum: 8 }),
    usdRate: Decimal,
    amountMin: Decimal,
    amountMax: Decimal,
    floatMin: Decimal,
    floatMax: Decimal,
    fixedMin: Decimal,
    fixedMax: Decimal,
    payMinutes: Type.Array(Count, { maxItems: 10 }),
    methods: Type.Array(Name, { maxItems: 20 }),
  },
  STRICT,
);
const TokenBody = Type.Object(
  { coin: Name, quantityMin: Decimal, quantityMax: Decimal, fee: Decimal },
  STRICT,
);
const LevelBody = Type.Object(
  {
    level: Type.Enum([...P2P_LEVELS]),
    sellAdsMax: Count,
    buyAdsMax: Count,
    adUsdMax: Count,
    adOrdersMax: Count,
    ordersMax: Count,
  },
  STRICT,
);
const MerchantBody = Type.Object(
  { level: Type.Enum([...P2P_MERCHANT_LEVELS]), nickName: Type.Optional(Name) },
  STRICT,
);
const DecisionBody = Type.Object({ isReleased: Type.Boolean() }, STRICT);

/** Registers the changes of peer-to-peer trading. */
export function registerP2pRoutes(admin: AdminApp, actions: P2pActions): void {
  admin.put("/p2p/fiats", { schema: { body: FiatBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setP2pFiat(request.body)),
  );
  admin.put("/p2p/tokens", { schema: { body: TokenBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setP2pToken(request.body)),
  );
  const method = { schema: { body: Type.Object({ name: Name }, STRICT) } };
  admin.post("/p2p/methods", method, async (request, reply) =>
    sendOutcome(reply, await actions.addP2pMethod(request.body.name), 201),
  );
  admin.put("/p2p/levels", { schema: { body: LevelBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setP2pLevel(request.body)),
  );
  const merchant = { schema: { params: UidPath, body: MerchantBody } };
  admin.put("/users/:uid/merchant", merchant, async (request, reply) => {
    const { level, nickName = "" } = request.body;
    const change = { uid: request.params.uid, level, nickName };
    return sendOutcome(reply, await actions.setP2pMerchant(change));
  });
  const decision = { schema: { params: Type.Object({ id: Id }), body: DecisionBody } };
  admin.post("/p2p/orders/:id/decision", decision, async (request, reply) => {
    const chosen = { ...request.params, ...request.body };
    return sendOutcome(reply, await actions.resolveP2pOrder(chosen));
  });
}
