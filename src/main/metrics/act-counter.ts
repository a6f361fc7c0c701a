import { Counter, type Registry } from "prom-client";
import type { AdminAct } from "../../ops/admin-app.ts";

/**
 * Registers the counter of admin requests that may change something; returns the function that
 * counts one. The listed endpoints and the HTTP statuses that they answer bound the labels.
 */
export function actCounter(registry: Registry): (act: AdminAct) => void {
  const counter = new Counter({
    name: "bourse_admin_acts_total",
    help: "Admin requests that may change something, by endpoint and HTTP status",
    labelNames: ["endpoint", "status"],
    registers: [registry],
  });
  return ({ endpoint, status }) => counter.inc({ endpoint, status });
}
