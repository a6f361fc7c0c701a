/** Kind and mode of the account, and the questionnaire before the advanced mode. */
import type { AccountKind } from "../../../state/session.ts";
import { patiently } from "../../../wire/patiently.ts";
import { get, post } from "../../../wire/rest.ts";

export type Level = "basic" | "advanced";

export type Questionnaire = {
  readonly isPassed: boolean;
  readonly questions: readonly {
    readonly questionId: string;
    readonly text: string;
    readonly choices: readonly string[];
  }[];
};

export type SwitchStatus = { readonly status: string; readonly reason?: string };

export const loadQuestionnaire = (): Promise<Questionnaire> => get("/terminal/v1/questionnaire");

/** Sends the answers, each the number of a choice from 0; returns the ids of the wrong ones. */
export async function answerQuestionnaire(answers: readonly number[]): Promise<readonly string[]> {
  const { wrong } = await post<{ readonly wrong: readonly string[] }>(
    "/terminal/v1/answer-questionnaire",
    { answers: answers.map(String) },
  );
  return wrong;
}

export async function loadLevel(): Promise<Level> {
  const settings = await get<{ readonly accountLevel: Level }>("/api/v3/account/settings");
  return settings.accountLevel;
}

export async function setLevel(mode: Level): Promise<void> {
  await patiently(() => post("/api/v3/account/adjust-account-mode", { mode }));
}

/** Returns whether the account can become the other kind, and what stands in the way. */
export function loadSwitchStatus(kind: AccountKind): Promise<SwitchStatus> {
  const path =
    kind === "unified" ? "/api/v3/account/switch-status" : "/api/v2/spot/account/upgrade-status";
  return get(path);
}

/** Makes the account the other kind. Rejects with `WireFailure`. */
export async function switchKind(kind: AccountKind): Promise<void> {
  const path = kind === "unified" ? "/api/v3/account/switch" : "/api/v2/spot/account/upgrade";
  await patiently(() => post(path));
}
