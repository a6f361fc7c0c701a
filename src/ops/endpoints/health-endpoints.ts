/** Endpoint of the health of the exchange. */
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import { HealthReport } from "../health-port.ts";

export const HEALTH_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/health",
    summary: "Shows build, conditions, lags, the last audit and connections",
    description:
      "Reads memory only, so that a page may ask every few seconds. The metrics have more " +
      "figures, and `GET audit` runs an audit.",
    response: HealthReport,
    run: (actions) => answered(actions.health()),
  }),
];
