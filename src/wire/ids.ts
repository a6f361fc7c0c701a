/** Ids on the wire are the texts of ids of the core. */
import { idOfText, idText } from "../core/base/id-text.ts";

/** Returns the 19-digit text of an id of the core. */
export const wireId = idText;

/** Returns the id of the core for a wire id; `undefined` for a text that is not a wire id. */
export const idOfWire = idOfText;
