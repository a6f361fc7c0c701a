import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { patiently } from "../../../wire/patiently.ts";
import {
  beginFlashRepay,
  type FlashStatus,
  loadFlashStatus,
  type MarginPlace,
} from "./margin-wire.ts";

const STATUS_EVERY_MS = 500;

const STATUS_TEXTS: Readonly<Record<FlashStatus, string>> = {
  processing: "Selling, step by step…",
  success: "The debts of the account are repaid.",
  failed: "It ended before everything was repaid. What was sold stays sold; look at the debts.",
};

/** Sells what a margin account has until its debts are repaid, and follows that. */
export function FlashRepayDialog(props: {
  readonly place: MarginPlace;
  readonly onClose: () => void;
}): JSX.Element {
  const [status, setStatus] = createSignal<FlashStatus>();
  const statusText = (): string => {
    const now = status();
    return now === undefined ? "" : STATUS_TEXTS[now];
  };
  const attempt = createAttempt();
  let isGone = false;
  onCleanup(() => {
    isGone = true;
  });
  const begin = (): Promise<void> =>
    attempt.run(async () => {
      const id = await beginFlashRepay(props.place);
      for (;;) {
        const now = await patiently(() => loadFlashStatus(props.place, id));
        setStatus(now);
        if (now !== "processing" || isGone) return;
        await new Promise((resolve) => setTimeout(resolve, STATUS_EVERY_MS));
      }
    });
  return (
    <Dialog title="Sell to repay everything" onClose={props.onClose}>
      <div class="account-form">
        <p>
          Open orders of this account are cancelled, and its coins are sold at market prices until
          it has no debt.
        </p>
        <p role="status">{statusText()}</p>
        <p class="warn" role="alert">
          {attempt.fault()}
        </p>
        <div class="actions">
          <Show
            when={status() === undefined}
            fallback={<Button onClick={props.onClose}>Done</Button>}
          >
            <Button look="danger" disabled={attempt.isSending()} onClick={() => void begin()}>
              Sell and repay
            </Button>
          </Show>
        </div>
      </div>
    </Dialog>
  );
}
