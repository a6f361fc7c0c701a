/** Time at which a change of fees begins, as a term of its form. */
import type { Term } from "./changes.ts";

export const BEGINNING_TERM: Term = {
  ...{ name: "from", label: "From", kind: "time", value: "" },
  hint: "Empty: at once; otherwise a time such as 2030-12-31T00:00:00Z",
};
