import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { QUESTIONS } from "./questions.ts";

export const getQuestionnaire = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/questionnaire"],
  version: "v3",
  summary: "Questions before the advanced mode of a unified account",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    isPassed: Type.Boolean({ description: "Whether the user has passed it" }),
    questions: Type.Array(
      Type.Object({
        questionId: Type.String(),
        text: Type.String(),
        choices: Type.Array(Type.String()),
      }),
    ),
  }),
  handle({ exchange, principal }) {
    const { isQuestionnairePassed = false } = exchange.accounts.user(principal.userIndex) ?? {};
    return {
      isPassed: isQuestionnairePassed,
      questions: QUESTIONS.map(({ choices, id, text }) => {
        return { questionId: id, text, choices: [...choices] };
      }),
    };
  },
});
