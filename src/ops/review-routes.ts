import { Type } from "typebox";
import { REVIEW_REASONS } from "../core/base/vocabulary.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { UidPath } from "./admin-fields.ts";
import type { ReviewActions } from "./review-port.ts";

const ReviewBody = Type.Object(
  { isHeld: Type.Boolean(), reason: Type.Optional(Type.Enum([...REVIEW_REASONS])) },
  { additionalProperties: false },
);

/** Registers the routes that show, begin and end the review of a user. */
export function registerReviewRoutes(admin: AdminApp, actions: ReviewActions): void {
  admin.get("/users/:uid/review", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.review(request.params.uid)),
  );
  const schema = { params: UidPath, body: ReviewBody };
  admin.put("/users/:uid/review", { schema }, async (request, reply) => {
    const { isHeld, reason = "operator_decision" } = request.body;
    const { uid } = request.params;
    return sendOutcome(reply, await actions.setReview({ uid, isHeld, reason }));
  });
}
