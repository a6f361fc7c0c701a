/** Dialog of the whole terminal that is open. */
import { createSignal } from "solid-js";

export type ShownDialog = "commands" | "keys" | "settings" | "markets" | "layout" | "account";

const [shownDialog, showDialog] = createSignal<ShownDialog>();

/** Open dialog, undefined for none; and how to open one, or with undefined none. */
export { showDialog, shownDialog };
