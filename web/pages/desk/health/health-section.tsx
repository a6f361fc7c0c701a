import { Index, type JSX, Show } from "solid-js";
import { clock } from "../../../numbers/format.ts";
import { type Loaded, loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { AuditPanels } from "./audit-panels.tsx";
import { type Figure, figureGroups, type HealthReport, spanText } from "./health-report.ts";
import { SourcesPanel } from "./sources-panel.tsx";
import "./health-section.css";

/** Interval at which the figures are read again, in ms. */
const EVERY_MS = 3_000;

/** Health of the exchange; the figures change in place, so that focus and selection stay. */
export function HealthSection(): JSX.Element {
  const health = loaded(() => deskGet<HealthReport>("/health"), EVERY_MS);
  return (
    <>
      <h1>Health</h1>
      <WhenLoaded from={health}>
        {(report) => (
          <>
            <ReadyPanel health={health} report={report()} />
            <div class="desk-health">
              <Index each={figureGroups(report())}>
                {(group) => (
                  <Panel title={group().title}>
                    <Figures figures={group().figures} />
                  </Panel>
                )}
              </Index>
            </div>
          </>
        )}
      </WhenLoaded>
      <AuditPanels />
      <SourcesPanel />
    </>
  );
}

function ReadyPanel(props: {
  readonly health: Loaded<HealthReport>;
  readonly report: HealthReport;
}): JSX.Element {
  const text = () => (props.report.isReady ? "Ready: commands are accepted" : "NOT READY");
  return (
    <Panel title="Readiness">
      <p>
        <strong role="status" classList={{ "desk-health-bad": !props.report.isReady }}>
          {text()}
        </strong>{" "}
        <span class="quiet">
          as of {clock(Date.parse(props.report.journal.exchangeTime))}, read again every few seconds
        </span>
      </p>
      <Show when={props.report.reasons.length > 0}>
        <p class="warn" role="alert">
          {props.report.reasons.join("; ")}
        </p>
      </Show>
      <Show
        when={props.report.conditions.length > 0}
        fallback={<p class="quiet">No condition of the machine or the files lasts.</p>}
      >
        <ul class="desk-conditions">
          <Index each={props.report.conditions}>
            {(condition) => (
              <li>
                <strong>{spacedWords(condition().name)}</strong> for{" "}
                {spanText(condition().forSeconds)}: {condition().detail}
                <br />
                {condition().advice}
              </li>
            )}
          </Index>
        </ul>
      </Show>
    </Panel>
  );
}

/** Figures whose elements stay while their values change. */
function Figures(props: { readonly figures: readonly Figure[] }): JSX.Element {
  return (
    <dl class="desk-facts">
      <Index each={props.figures}>
        {(figure) => (
          <div>
            <dt>{figure().name}</dt>
            <dd classList={{ "desk-health-bad": figure().isBad ?? false }}>
              {figure().value}
              <Show when={figure().isBad}>
                <span> — look at this</span>
              </Show>
            </dd>
          </div>
        )}
      </Index>
    </dl>
  );
}
