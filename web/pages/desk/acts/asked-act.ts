/** The act that the person is about to do, which the dialog of the desk shows. */
import { createSignal } from "solid-js";
import type { Body, DeskMethod } from "../wire/desk-wire.ts";

/** A request that changes something, and what the person reads before it is sent. */
export type Act = {
  /** What is done, such as `Halt BTCUSDT`; also the text of the button. */
  readonly title: string;
  /** What will happen, one sentence each. */
  readonly effects: readonly string[];
  readonly method: DeskMethod;
  /** Path below the prefix of the admin API. */
  readonly path: string;
  readonly body?: Body | undefined;
  /** Name that the person types for a dangerous act. */
  readonly repeat?: string | undefined;
  /** Returns the message of the success. */
  readonly done: (answer: Readonly<Record<string, unknown>>) => string;
  /** Labels of the form by the members of the body, which the exchange names in its refusals. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Opens the form in which the act was written, where that form has closed. */
  readonly revise?: (() => void) | undefined;
  /** Called after a success, before the message. */
  readonly onDone?: ((answer: Readonly<Record<string, unknown>>) => void) | undefined;
};

const [askedAct, setAskedAct] = createSignal<Act>();

/** The act whose dialog is open. */
export { askedAct };

/** Opens the dialog of an act, or closes it. */
export function ask(act: Act | undefined): void {
  setAskedAct(act);
}
