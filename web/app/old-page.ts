/** Notices a page that is older than the exchange: its other parts are no longer served. */
import { createSignal } from "solid-js";

const [isOldPage, setOld] = createSignal(false);

/** Whether a part of the page could not be loaded. */
export { isOldPage };

/** Listens to parts that cannot be loaded, from now on. */
export function watchForOldPage(): void {
  addEventListener("vite:preloadError", () => setOld(true));
}
