import type { JSX } from "solid-js";
import { session } from "../../../state/session.ts";
import { ClassicMargin } from "./classic-margin.tsx";
import { UnifiedDebts } from "./unified-debts.tsx";

/** What was borrowed to trade, and ways to repay it. */
export function MarginSection(): JSX.Element {
  return session()?.accountKind === "classic" ? <ClassicMargin /> : <UnifiedDebts />;
}
