import { createResource, For, type JSX, Match, Show, Switch } from "solid-js";
import { moment } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { failureText } from "../../wire/wire-failure.ts";
import "./story.css";
import { stepFacts, stepTitle } from "./step-facts.ts";
import { loadStory, type Story, type StoryStep, type StorySubject } from "./story.ts";

/** What happened to an order, plan or liquidation, step by step and why. */
export function StoryDialog(props: {
  readonly subject: StorySubject;
  /** Opens another story in place of this one. */
  readonly onSubject: (subject: StorySubject) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const [story, { refetch }] = createResource(() => props.subject, loadStory);
  const title = (): string =>
    "orderId" in props.subject ? "Story of the order" : "Story of the liquidation";
  return (
    <Dialog title={title()} size="wide" onClose={props.onClose}>
      <Switch>
        <Match when={story.state === "errored"}>
          <p class="bad" role="alert">
            {failureText(story.error)}
          </p>
          <div class="actions">
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        </Match>
        <Match when={story.state === "ready" && story()}>
          {(known) => (
            <Timeline story={known()} subject={props.subject} onSubject={props.onSubject} />
          )}
        </Match>
        <Match when={story.loading}>
          <p role="status">
            <progress aria-label="Loading the story" /> Reading the record of events…
          </p>
        </Match>
      </Switch>
    </Dialog>
  );
}

function Timeline(props: {
  readonly story: Story;
  readonly subject: StorySubject;
  readonly onSubject: (subject: StorySubject) => void;
}): JSX.Element {
  const liquidationId = (): string | undefined =>
    "orderId" in props.subject && props.story.liquidationId !== ""
      ? props.story.liquidationId
      : undefined;
  return (
    <>
      <p>
        {props.story.symbol === "" ? "Whole account" : props.story.symbol} ·{" "}
        <strong>{stepTitle(props.story.status)}</strong>
      </p>
      <ol class="story">
        <For each={props.story.steps}>{(step) => <Step step={step} />}</For>
      </ol>
      <Show when={!props.story.isComplete}>
        <p class="warn">There were more steps than are kept in one story; some are left out.</p>
      </Show>
      <Show when={liquidationId()}>
        {(id) => (
          <div class="actions">
            <Button onClick={() => props.onSubject({ liquidationId: id() })}>
              Story of the liquidation
            </Button>
          </div>
        )}
      </Show>
    </>
  );
}

function Step(props: { readonly step: StoryStep }): JSX.Element {
  return (
    <li data-kind={props.step.kind}>
      <div class="step-head">
        <strong>{stepTitle(props.step.kind)}</strong>
        <time datetime={new Date(Number(props.step.time)).toISOString()} class="quiet">
          {moment(Number(props.step.time))}
        </time>
      </div>
      <p>{props.step.words}</p>
      <dl class="step-facts">
        <For each={stepFacts(props.step)}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
    </li>
  );
}
