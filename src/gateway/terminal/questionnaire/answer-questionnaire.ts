import { Type } from "typebox";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { names } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { QUESTIONS } from "./questions.ts";

/** Returns the ids of the questions whose answer is wrong; throws for answers of another form. */
function wrongAnswers(context: PrivateContext, answers: readonly string[]): string[] {
  if (answers.length !== QUESTIONS.length) throw context.errors.wrong("answers");
  return QUESTIONS.flatMap(({ choices, id, right }, place) => {
    const answer = answers[place] ?? "";
    if (!choices.some((_, choice) => String(choice) === answer)) {
      throw context.errors.wrong("answers");
    }
    return answer === String(right) ? [] : [id];
  });
}

export const answerQuestionnaire = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/answer-questionnaire"],
  version: "v3",
  summary: "Answer the questions before the advanced mode of a unified account",
  description:
    "Passed when all answers are right; it may be tried again. The mode itself changes with " +
    "/api/v3/account/adjust-account-mode.",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    answers: names({
      itemsMax: QUESTIONS.length,
      description: "Number of the chosen choice of each question, in their order, from 0",
    }),
  }),
  response: Type.Object({
    isPassed: Type.Boolean(),
    wrong: Type.Array(Type.String(), { description: "Ids of the questions to read again" }),
  }),
  async handle(context, { answers }) {
    const wrong = wrongAnswers(context, answers);
    if (wrong.length > 0) return { isPassed: false, wrong };
    const user = context.principal.userIndex;
    const command = { kind: "set_questionnaire", user, isPassed: true } as const;
    const { rejection } = await submitted(context, command);
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return { isPassed: true, wrong: [] };
  },
});
