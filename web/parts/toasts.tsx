import { createSignal, For, type JSX, Show } from "solid-js";
import { failureText } from "../wire/wire-failure.ts";
import { Button } from "./button.tsx";
import "./toasts.css";

export type ToastKind = "note" | "good" | "bad";

export type Toast = {
  readonly kind: ToastKind;
  readonly text: string;
  /** An act that the toast offers, such as undoing. */
  readonly act?: { readonly text: string; readonly run: () => void } | undefined;
};

type ShownToast = Toast & { readonly id: number };

const SHOWN_MS = 6_000;
const SHOWN_FAULT_MS = 12_000;
const TOASTS_MAX = 5;

const [toasts, setToasts] = createSignal<readonly ShownToast[]>([]);
let lastId = 0;

function dismiss(id: number): void {
  setToasts((shown) => shown.filter((toast) => toast.id !== id));
}

/** Shows a message for some seconds; screen readers announce it. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  setToasts((shown) => [...shown.slice(1 - TOASTS_MAX), { ...toast, id }]);
  setTimeout(() => dismiss(id), toast.kind === "bad" ? SHOWN_FAULT_MS : SHOWN_MS);
}

/** Shows what went wrong. */
export function showFailure(thrown: unknown): void {
  showToast({ kind: "bad", text: failureText(thrown) });
}

/** The messages on the screen; rendered once by the shell. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="log" aria-live="polite" aria-label="Messages">
      <For each={toasts()}>
        {(toast) => (
          <div class="toast" data-kind={toast.kind}>
            <span class="text">{toast.text}</span>
            <Show when={toast.act}>
              {(act) => (
                <Button
                  size="small"
                  onClick={() => {
                    act().run();
                    dismiss(toast.id);
                  }}
                >
                  {act().text}
                </Button>
              )}
            </Show>
            <Button
              look="plain"
              size="small"
              aria-label="Dismiss"
              onClick={() => dismiss(toast.id)}
            >
              ✕
            </Button>
          </div>
        )}
      </For>
    </div>
  );
}
