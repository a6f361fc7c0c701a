/** Composes the administrative interface of a running exchange. */
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { ClientAddresses } from "../../gateway/address/client-addresses.ts";
import type { AdminAct } from "../../ops/admin-app.ts";
import type { ActContext } from "../../ops/admin-identity.ts";
import { registerAdminRoutes } from "../../ops/admin-routes.ts";
import { AdminTokenCheck } from "../../ops/admin-token.ts";
import { BrowserSessions } from "../../ops/browser-sessions.ts";
import { Confirmations } from "../../ops/confirmations.ts";
import { WrongTokens } from "../../ops/wrong-tokens.ts";
import type { Engine } from "../engine.ts";
import type { Log } from "../log.ts";
import { actCounter } from "../metrics/act-counter.ts";
import { WhatIfs } from "../what-if/ask-what-if.ts";
import { type ActionParts, adminActions } from "./admin-actions.ts";
import { journalingOperator, type Operator } from "./admin-command.ts";
import { readAdminJson } from "./admin-json.ts";
import { pageCheck } from "./page-check.ts";
import { issuedTokens } from "./token-actions.ts";
import { effectOfAction } from "./what-if-reads.ts";

type Parts = Omit<ActionParts, "engine" | "whatIfs"> & {
  readonly engine: Engine;
  readonly log: Log;
  readonly registry: Registry;
  /** The token of the configuration or the credentials file. */
  readonly rootToken: string;
  /** Determines which connections come from a trusted proxy. */
  readonly addresses: ClientAddresses;
};

/** Logs a request that may have changed something. */
function logAct(log: Log, { endpoint: _endpoint, ...act }: AdminAct): void {
  const line = { event: "admin_act", ...act };
  if (act.status === 403) log.warn(line);
  else log.info(line);
}

/** Registers the administrative routes. */
export function openAdminInterface(app: FastifyInstance, parts: Parts): void {
  const { addresses, engine, log, registry, rootToken, ...rest } = parts;
  const nowMs = (): number => performance.now();
  const whatIfs = new WhatIfs(engine);
  const countAct = actCounter(registry);
  const actionsBy = (operator: Operator) =>
    adminActions({ ...rest, log, whatIfs, engine: { ...engine, operator } });
  const tokens = new AdminTokenCheck(
    rootToken,
    issuedTokens(engine.state, () => engine.sequencer.nowMs()),
  );
  registerAdminRoutes(app, {
    tokens,
    sessions: new BrowserSessions(tokens, nowMs),
    pages: pageCheck(addresses),
    readJson: readAdminJson,
    reportFault: (error, where) => log.error({ event: "fault", err: error, ...where }),
    wrongTokens: new WrongTokens({
      nowMs,
      onWrong: (address) => log.warn({ event: "wrong_admin_token", address }),
      registry,
    }),
    actionsOf: (context: ActContext) => actionsBy(journalingOperator(engine, context)),
    effectOf: (_context, action) => effectOfAction({ engine, whatIfs }, actionsBy, action),
    confirmations: new Confirmations(nowMs),
    onAct(act) {
      countAct(act);
      logAct(log, act);
    },
  });
}
