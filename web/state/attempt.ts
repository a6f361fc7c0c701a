import { createSignal } from "solid-js";
import { failureText } from "../wire/wire-failure.ts";

export type Attempt = {
  /** Why the latest act failed; undefined before it ends and after a success. */
  fault(): string | undefined;
  isSending(): boolean;
  /** Runs an act; one act at a time, others are dropped meanwhile. */
  run(act: () => Promise<void>): Promise<void>;
  clear(): void;
};

/** The state of what a form sends. */
export function createAttempt(): Attempt {
  const [fault, setFault] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (isSending()) return;
    setSending(true);
    setFault(undefined);
    try {
      await act();
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      setSending(false);
    }
  };
  return { fault, isSending, run, clear: () => setFault(undefined) };
}
