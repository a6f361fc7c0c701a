import { Type } from "typebox";
import { CATEGORIES } from "../core/base/vocabulary.ts";
import type { AccountActions } from "./account-port.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Uid, UidPath } from "./admin-fields.ts";

const KeyPath = Type.Object({ uid: Uid, apiKey: Type.String({ minLength: 1, maxLength: 64 }) });
const CancelBody = Type.Object(
  { category: Type.Optional(Type.Enum([...CATEGORIES])) },
  { additionalProperties: false },
);

const FreezeBody = Type.Object({ isFrozen: Type.Boolean() }, { additionalProperties: false });

/** Registers the routes of users, their balances, keys and orders. */
export function registerAccountRoutes(admin: AdminApp, actions: AccountActions): void {
  admin.get("/users", (_request, reply) => sendOutcome(reply, actions.listUsers(undefined)));
  admin.get("/users/after/:uid", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.listUsers(request.params.uid)),
  );
  admin.get("/users/:uid/balances", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.balancesOf(request.params.uid)),
  );
  admin.get("/users/:uid/keys", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.listKeys(request.params.uid)),
  );
  const keySchema = { params: KeyPath };
  admin.delete("/users/:uid/keys/:apiKey", { schema: keySchema }, async (request, reply) =>
    sendOutcome(reply, await actions.revokeKey(request.params)),
  );
  const freezeSchema = { params: UidPath, body: FreezeBody };
  admin.put("/users/:uid/freeze", { schema: freezeSchema }, async (request, reply) =>
    sendOutcome(reply, await actions.setFreeze({ ...request.params, ...request.body })),
  );
  const cancelSchema = { params: UidPath, body: CancelBody };
  admin.post("/users/:uid/cancel-orders", { schema: cancelSchema }, async (request, reply) => {
    const { uid } = request.params;
    const { category } = request.body;
    return sendOutcome(reply, await actions.cancelOrders({ uid, category }));
  });
}
