/** Events of the terms of listed instruments and of users. */
import type { Fields } from "../commands/schema.ts";
import { ORDER_LIMIT_FIELDS } from "../commands/terms-commands.ts";
import { FEE_EVENTS } from "./fee-event-fields.ts";

export const TERMS_EVENTS = {
  ...FEE_EVENTS,

  /** Limits that orders of an instrument have from now on. */
  order_limits_changed: { instrument: "int", ...ORDER_LIMIT_FIELDS },
} as const satisfies Readonly<Record<string, Fields>>;
