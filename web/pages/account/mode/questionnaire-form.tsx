import { createSignal, For, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { failureText } from "../../../wire/wire-failure.ts";
import { answerQuestionnaire, type Questionnaire } from "./mode-wire.ts";

/** The questions, with what is to be read again after wrong answers. */
export function QuestionnaireForm(props: {
  readonly questions: Questionnaire["questions"];
  readonly onPassed: () => void;
}): JSX.Element {
  const [answers, setAnswers] = createSignal<Readonly<Record<string, number>>>({});
  const [wrong, setWrong] = createSignal<readonly string[]>([]);
  const [fault, setFault] = createSignal<string>();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const chosen = props.questions.map(({ questionId }) => answers()[questionId] ?? -1);
      const found = await answerQuestionnaire(chosen);
      setWrong(found);
      setFault(found.length === 0 ? undefined : "Some answers are wrong: read them again");
      if (found.length === 0) props.onPassed();
    } catch (thrown) {
      setFault(failureText(thrown));
    }
  };
  return (
    <form class="account-form" onSubmit={send}>
      <For each={props.questions}>
        {({ choices, questionId, text }) => (
          <fieldset aria-invalid={wrong().includes(questionId)}>
            <legend>
              {text}
              <span class="warn">{wrong().includes(questionId) ? " Wrong." : ""}</span>
            </legend>
            <For each={choices}>
              {(choice, place) => (
                <label class="check">
                  <input
                    type="radio"
                    name={questionId}
                    required
                    onChange={() => setAnswers({ ...answers(), [questionId]: place() })}
                  />
                  {choice}
                </label>
              )}
            </For>
          </fieldset>
        )}
      </For>
      <p class="warn" role="alert">
        {fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary">
          Send answers
        </Button>
      </div>
    </form>
  );
}
