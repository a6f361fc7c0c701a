import { Counter, type Registry } from "prom-client";
import { type RefusedSignatures, SIGNATURE_REFUSALS } from "../gateway/auth/refused-signatures.ts";

/** Registers the counter of refused signatures by reason. */
export function refusalMetrics(registry: Registry, refused: RefusedSignatures): void {
  new Counter({
    name: "bourse_refused_signatures_total",
    help: "Signed requests and logins refused since the start, by reason",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      this.reset();
      for (const reason of SIGNATURE_REFUSALS) this.inc({ reason }, refused.count(reason));
    },
  });
}
