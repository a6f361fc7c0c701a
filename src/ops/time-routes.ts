import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import type { TimeActions } from "./time-port.ts";

const DIFFERENCE_MS_MAX = Number.MAX_SAFE_INTEGER;

const AcceptBody = Type.Object(
  { differenceMs: Type.Integer({ minimum: -DIFFERENCE_MS_MAX, maximum: DIFFERENCE_MS_MAX }) },
  { additionalProperties: false },
);

/** Registers the routes of exchange time and of accepting the wall clock after a jump. */
export function registerTimeRoutes(admin: AdminApp, actions: TimeActions): void {
  admin.get("/time", (_request, reply) => reply.send(actions.time()));
  admin.post("/time/accept", { schema: { body: AcceptBody } }, (request, reply) =>
    sendOutcome(reply, actions.acceptTime(request.body.differenceMs)),
  );
}
