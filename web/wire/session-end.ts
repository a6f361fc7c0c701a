/** Notices that this browser no longer has the session of the user that the page shows. */
import { createSignal } from "solid-js";

/** REST code of a request whose session has ended, never was, or is that of another user. */
const NO_SESSION = "49001";

const [hasSessionEnded, setEnded] = createSignal(false);

/** Whether an answer said so since the page was loaded. */
export { hasSessionEnded };

/** Notes that the session has ended. */
export function noticeEnd(): void {
  setEnded(true);
}

/** Looks at the code of a refused request. */
export function noticeRefusal(code: string): void {
  if (code === NO_SESSION) noticeEnd();
}
