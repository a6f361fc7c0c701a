import { Type } from "typebox";
import { ADDRESS_KINDS } from "../core/base/vocabulary.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Name, Uid, UidPath } from "./admin-fields.ts";
import type { CustodyActions } from "./custody-port.ts";

const STRICT = { additionalProperties: false } as const;
const Text = Type.String({ maxLength: 128 });
const DepositBody = Type.Object({ coin: Name, chain: Name, amount: Decimal }, STRICT);
const AddressBody = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...ADDRESS_KINDS])),
    coin: Type.Optional(Name),
    chain: Type.Optional(Name),
    address: Text,
    tag: Type.Optional(Text),
    label: Type.Optional(Text),
  },
  STRICT,
);
const IdPath = Type.Object({ id: Uid });
const AddressPath = Type.Object({ uid: Uid, id: Uid });
const DecisionBody = Type.Object({ isApproved: Type.Boolean() }, STRICT);
const ReorganisationBody = Type.Object(
  {
    chain: Name,
    blocks: Type.Integer({ minimum: 1, maximum: 1_000 }),
    isDropped: Type.Optional(Type.Boolean()),
  },
  STRICT,
);

/** Registers the routes of deposits, withdrawals and address books. */
export function registerCustodyRoutes(admin: AdminApp, actions: CustodyActions): void {
  const deposit = { schema: { params: UidPath, body: DepositBody } };
  admin.post("/users/:uid/deposits", deposit, async (request, reply) => {
    const { uid } = request.params;
    return sendOutcome(reply, await actions.simulateDeposit({ uid, ...request.body }), 201);
  });
  const reorganisation = { schema: { body: ReorganisationBody } };
  admin.post("/chains/reorganise", reorganisation, (request, reply) => {
    const { blocks, chain, isDropped = false } = request.body;
    return sendOutcome(reply, actions.reorganise(chain, blocks, isDropped));
  });
  admin.get("/users/:uid/addresses", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.listAddresses(request.params.uid)),
  );
  const addition = { schema: { params: UidPath, body: AddressBody } };
  admin.post("/users/:uid/addresses", addition, async (request, reply) => {
    const { uid } = request.params;
    const { chain, coin, kind = "regular", label = "", tag = "", address } = request.body;
    const added = { uid, kind, coin, chain, address, tag, label };
    return sendOutcome(reply, await actions.addAddress(added), 201);
  });
  const removal = { schema: { params: AddressPath } };
  admin.delete("/users/:uid/addresses/:id", removal, async (request, reply) => {
    const { id, uid } = request.params;
    return sendOutcome(reply, await actions.removeAddress(uid, id));
  });
  admin.get("/withdrawals", (_request, reply) => reply.send(actions.listWithdrawals()));
  const decision = { schema: { params: IdPath, body: DecisionBody } };
  admin.post("/withdrawals/:id/decision", decision, async (request, reply) => {
    const { isApproved } = request.body;
    return sendOutcome(reply, await actions.decideWithdrawal(request.params.id, isApproved));
  });
}
