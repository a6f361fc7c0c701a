import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody, Name } from "./admin-fields.ts";
import type { PriceActions } from "./price-port.ts";
import { TEXT_FORMATS } from "./text-formats.ts";

/** Largest number of prices in one request. */
const POSTED_MAX = 256;

const SignedDecimal = Type.String({ pattern: TEXT_FORMATS.signedDecimal.pattern });
const IndexPriceBody = Type.Object(
  { ...InstrumentBody.properties, price: Decimal, force: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
const PostedBody = Type.Object(
  {
    prices: Type.Array(
      Type.Object({ coin: Name, price: Decimal }, { additionalProperties: false }),
      { minItems: 1, maxItems: POSTED_MAX },
    ),
  },
  { additionalProperties: false },
);
const FundingBody = Type.Object(
  {
    ...InstrumentBody.properties,
    intervalHours: Type.Integer({ minimum: 1, maximum: 24 }),
    rateMin: SignedDecimal,
    rateMax: SignedDecimal,
    impactSize: Type.Optional(Decimal),
  },
  { additionalProperties: false },
);
const DeliveryBody = Type.Object(
  { ...InstrumentBody.properties, deliveryTime: Type.String({ maxLength: 32 }) },
  { additionalProperties: false },
);
const SourcePath = Type.Object({ name: Name });

/** Registers the routes of index prices, price sources, funding terms and deliveries. */
export function registerPriceRoutes(admin: AdminApp, actions: PriceActions): void {
  admin.get("/index-prices", (_request, reply) => reply.send(actions.listIndexPrices()));
  admin.put("/index-prices", { schema: { body: IndexPriceBody } }, async (request, reply) => {
    const { force = false, realm = "live", ...price } = request.body;
    return sendOutcome(reply, await actions.setIndexPrice({ ...price, realm }, force));
  });
  const releaseOptions = { schema: { body: InstrumentBody } };
  admin.post("/index-prices/release", releaseOptions, async (request, reply) => {
    const body = request.body;
    return sendOutcome(reply, await actions.releaseIndexPrice({ realm: "live", ...body }));
  });
  admin.get("/price-sources", (_request, reply) => reply.send(actions.listPriceSources()));
  const postOptions = { schema: { params: SourcePath, body: PostedBody } };
  admin.put("/price-sources/:name", postOptions, (request, reply) => {
    const { name } = request.params;
    return sendOutcome(reply, actions.postPrices(name, request.body.prices));
  });
  admin.put("/deliveries", { schema: { body: DeliveryBody } }, async (request, reply) => {
    const body = request.body;
    return sendOutcome(reply, await actions.scheduleDelivery({ realm: "live", ...body }));
  });
  admin.put("/funding-terms", { schema: { body: FundingBody } }, async (request, reply) => {
    const { impactSize = "0", realm = "live", ...body } = request.body;
    return sendOutcome(reply, await actions.setFundingTerms({ ...body, impactSize, realm }));
  });
}
