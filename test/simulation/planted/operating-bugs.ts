/** What the operator sets: settings, tokens, held prices, adjustments; the report of acts. */
import type { PlantedBug } from "./planted-bug.ts";

export const OPERATING_BUGS: readonly PlantedBug[] = [
  {
    name: "acts of the operator are reported without their rejection",
    file: "core/operating/report-act.ts",
    find: 'rejection: state.outcome.rejection ?? ""',
    replace: 'rejection: ""',
  },
  {
    name: "descriptions of acts show the hash of a passphrase",
    file: "core/operating/report-act.ts",
    find: 'new Set(["passphraseHash", "passwordHash"])',
    replace: "new Set([])",
  },
  {
    name: "an expired token is issued",
    file: "core/operating/admin-tokens.ts",
    find: "expiresAtMs !== 0 && expiresAtMs <= state.timeMs",
    replace: "expiresAtMs < 0",
  },
  {
    name: "a held index price follows the prices that arrive",
    file: "core/listing/refresh-marks.ts",
    find: "held === 0 ? ticks(prices[i] ?? 0) : held",
    replace: "ticks(prices[i] ?? 0)",
  },
  {
    name: "held index prices leave the snapshot",
    file: "core/instruments/price-encoding.ts",
    find: "    prices.held,\n",
    replace: "    0,\n",
  },
  {
    name: "the proposer of an adjustment approves it",
    file: "core/operating/four-eyes.ts",
    find: 'return actor !== "" && !isRelated;',
    replace: 'return actor !== "";',
  },
  {
    name: "a debit takes what the user may not move out",
    file: "core/operating/adjustments.ts",
    find: 'if (spendable(state, owner, account) < taken) return "insufficient_available";',
    replace: "",
  },
  {
    name: "the daily value of a person counts no debits",
    file: "core/operating/four-eyes.ts",
    find: "const size = moved.amount > 0n ? moved.amount : atoms(-moved.amount);",
    replace: "const size = moved.amount > 0n ? moved.amount : atoms(0n);",
  },
  {
    name: "a declined adjustment goes on waiting",
    file: "core/operating/decide-adjustment.ts",
    find: "  waiting.delete(id);\n",
    replace: "  if (isApproved) waiting.delete(id);\n",
  },
];
