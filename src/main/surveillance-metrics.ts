import { Counter, type Registry } from "prom-client";
import { ALERT_KINDS } from "../core/base/alert-kinds.ts";
import type { Surveillance } from "../surveillance/surveillance.ts";

/** Registers the counter of surveillance alerts by kind. */
export function surveillanceMetrics(registry: Registry, { alerts }: Surveillance): void {
  new Counter({
    name: "bourse_surveillance_alerts_total",
    help: "Alerts of surveillance raised since the start, by kind",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of ALERT_KINDS) this.inc({ kind }, alerts.count(kind));
    },
  });
}
