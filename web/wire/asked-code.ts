/** Asks the person for a one-time code when the exchange wants one for a request. */
import { createSignal } from "solid-js";

/** The request needs a code. */
export const CODE_NEEDED = "49013";
/** The code is wrong, or was used. */
export const CODE_WRONG = "49014";

/** A request that waits for a code. */
export type AskedCode = {
  /** Why the previous code was refused; undefined for the first. */
  readonly fault: string | undefined;
  /** Gives the code to the request; undefined: the person gives up. */
  readonly answer: (code: string | undefined) => void;
};

const [askedCode, setAsked] = createSignal<AskedCode>();

/** The request that asks now; undefined while none does. */
export { askedCode };

/** Requests ask one after the other. */
let previous: Promise<unknown> = Promise.resolve();

/** Returns the code that the person writes; undefined when the person gives up. */
export function askForCode(fault?: string): Promise<string | undefined> {
  const asked = previous.then(
    () =>
      new Promise<string | undefined>((resolve) => {
        const answer = (code: string | undefined): void => {
          setAsked(undefined);
          resolve(code);
        };
        setAsked({ fault, answer });
      }),
  );
  previous = asked;
  return asked;
}
