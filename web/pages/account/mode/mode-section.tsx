import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { type AccountKind, session } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import {
  type Level,
  loadLevel,
  loadQuestionnaire,
  loadSwitchStatus,
  setLevel,
  switchKind,
} from "./mode-wire.ts";
import { QuestionnaireForm } from "./questionnaire-form.tsx";

/** Kind of the account, and of a unified one its mode. */
export function ModeSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  return (
    <>
      <KindPanel />
      <Show when={kind === "unified"}>
        <LevelPanel />
      </Show>
    </>
  );
}

const KIND_TEXTS: Readonly<Record<AccountKind, string>> = {
  classic:
    "Spot, margin and each line of futures have wallets of their own, so that a loss in one " +
    "cannot reach the others.",
  unified: "One wallet for spot, margin and futures. Its mode decides which coins back positions.",
};

function KindPanel(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const status = loaded(() => loadSwitchStatus(kind));
  const [isAsking, setAsking] = createSignal(false);
  const other = kind === "unified" ? "classic" : "unified";
  const change = async (): Promise<void> => {
    try {
      await switchKind(kind);
      location.reload();
    } catch (thrown) {
      showFailure(thrown);
      setAsking(false);
      status.reload();
    }
  };
  return (
    <Panel title={`This is a ${kind} account`}>
      <p>{KIND_TEXTS[kind]}</p>
      <WhenLoaded from={status}>
        {(value) => <p class="quiet">State of a change: {value().reason ?? value().status}.</p>}
      </WhenLoaded>
      <div>
        <Button onClick={() => setAsking(true)}>Make it {other}</Button>
      </div>
      <Show when={isAsking()}>
        <Dialog title={`Make it a ${other} account?`} onClose={() => setAsking(false)}>
          <p>
            All balances move to the {other === "unified" ? "unified" : "spot"} wallet. Orders,
            positions and loans must be closed. Programs use the other version of the interface
            then: {other === "unified" ? "v3" : "v2"}.
          </p>
          <div class="actions">
            <Button look="primary" onClick={change}>
              Make it {other}
            </Button>
          </div>
        </Dialog>
      </Show>
    </Panel>
  );
}

const LEVEL_TEXTS: Readonly<Record<Level, string>> = {
  basic:
    "Spot and futures settled in USDT and USDC, which share their margin. Other coins back no " +
    "position: they do not keep one from being liquidated.",
  advanced: "Also margin trading and futures settled in coins; all coins back everything.",
};

function LevelPanel(): JSX.Element {
  const level = loaded(loadLevel);
  const questionnaire = loaded(loadQuestionnaire);
  const [isAsking, setAsking] = createSignal(false);
  const set = async (next: Level): Promise<void> => {
    try {
      await setLevel(next);
      showToast({ kind: "good", text: `The account is in ${next} mode` });
    } catch (thrown) {
      showFailure(thrown);
    }
    level.reload();
  };
  return (
    <Panel title="Mode of the unified account">
      <WhenLoaded from={level}>
        {(value) => {
          const other = (): Level => (value() === "basic" ? "advanced" : "basic");
          return (
            <>
              <p>
                <strong data-part="level">{value()}</strong>: {LEVEL_TEXTS[value()]}
              </p>
              <p class="quiet">
                {other()}: {LEVEL_TEXTS[other()]} Orders, positions and debts must be closed
                {other() === "advanced" ? ", and the equity must be 1,000 US dollars" : ""}.
              </p>
              <WhenLoaded from={questionnaire}>
                {(asked) => (
                  <div>
                    <Show
                      when={other() === "basic" || asked().isPassed}
                      fallback={
                        <Button look="primary" onClick={() => setAsking(true)}>
                          Answer the questionnaire
                        </Button>
                      }
                    >
                      <Button onClick={() => void set(other())}>Use {other()} mode</Button>
                    </Show>
                  </div>
                )}
              </WhenLoaded>
            </>
          );
        }}
      </WhenLoaded>
      <Show when={isAsking() && questionnaire.value()}>
        {(asked) => (
          <Dialog
            title="Four questions before advanced mode"
            size="wide"
            onClose={() => setAsking(false)}
          >
            <QuestionnaireForm
              questions={asked().questions}
              onPassed={() => {
                setAsking(false);
                questionnaire.reload();
                showToast({ kind: "good", text: "All answers are right" });
              }}
            />
          </Dialog>
        )}
      </Show>
    </Panel>
  );
}
