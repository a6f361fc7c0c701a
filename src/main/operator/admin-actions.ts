/** Implementation of the administrative interface: turns its actions into commands. */
import type { AccountLevel } from "../../core/base/vocabulary.ts";
import { isAddressEntry } from "../../gateway/auth/address-list.ts";
import type { KeyUses } from "../../gateway/auth/key-uses.ts";
import { newKey, permissionsOf } from "../../gateway/auth/new-key.ts";
import { hashPassphrase, newPassphrase } from "../../gateway/auth/passphrase.ts";
import type { Permission } from "../../gateway/auth/permissions.ts";
import { readPublicKey } from "../../gateway/auth/public-key.ts";
import type { SecretSeal } from "../../gateway/auth/sealed-secret.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { RateLimiter, RateLimitMode } from "../../gateway/rate-limit/rate-limiter.ts";
import type { WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import type { AdminActions } from "../../ops/admin-port.ts";
import type { Conditions } from "../../ops/conditions.ts";
import type { Readiness } from "../../ops/health.ts";
import type { Surveillance } from "../../surveillance/surveillance.ts";
import type { SimulatedChains } from "../../wallets/simulated-chains.ts";
import type { Audits } from "../audit/audits.ts";
import { PRACTICE_FUNDS, wholeCoins } from "../founding/founding.ts";
import type { Log } from "../log.ts";
import { isOperatorUserName, OPERATOR_USER_PREFIXES } from "../operator-users.ts";
import type { WhatIfs } from "../what-if/ask-what-if.ts";
import { accessActions, ordinaryUserOf } from "./access-actions.ts";
import { accountActions } from "./account-actions.ts";
import { actReads } from "./act-reads.ts";
import { adjustmentActions } from "./adjustment-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { chainActions } from "./chain-actions.ts";
import { closingActions } from "./closing-actions.ts";
import { conversionActions } from "./conversion-actions.ts";
import { correctionActions } from "./correction-actions.ts";
import { custodyActions } from "./custody-actions.ts";
import { feeActions } from "./fee-actions.ts";
import { guardActions } from "./guard-actions.ts";
import { healthReads } from "./health-reads.ts";
import { instrumentActions } from "./instrument-actions.ts";
import { limitActions } from "./limit-actions.ts";
import { listingActions } from "./listing-actions.ts";
import { lossActions } from "./loss-actions.ts";
import { orderLimitActions } from "./order-limit-actions.ts";
import { p2pActions } from "./p2p-actions.ts";
import { p2pReads } from "./p2p-reads.ts";
import { pledgeActions } from "./pledge-actions.ts";
import { type Prices, priceActions } from "./price-actions.ts";
import { reviewActions } from "./review-actions.ts";
import { riskActions } from "./risk-actions.ts";
import { riskReads } from "./risk-reads.ts";
import { sessionActions } from "./session-actions.ts";
import { RATE_LIMIT_MODE_SETTING, rateLimitSetting, ruleText } from "./settings.ts";
import { statementReads } from "./statement-reads.ts";
import { surveillanceActions } from "./surveillance-actions.ts";
import { timeActions } from "./time-actions.ts";
import { tokenActions } from "./token-actions.ts";
import { unitActions } from "./unit-actions.ts";
import { userHistoryReads } from "./user-history-reads.ts";
import { userReads } from "./user-reads.ts";
import { whatIfReads } from "./what-if-reads.ts";

/** What the actions of one request work on. */
export type ActionParts = {
  readonly engine: ActingEngine;
  readonly seal: SecretSeal;
  readonly limiter: RateLimiter;
  /** Mode of rate limits while no setting changes it. */
  readonly configuredMode: RateLimitMode;
  readonly prices: Prices;
  readonly log: Log;
  readonly surveillance: Surveillance;
  readonly chains: SimulatedChains;
  readonly unattendedMs: number;
  readonly whatIfs: WhatIfs;
  /** Last uses of keys since the start. */
  readonly keyUses: KeyUses;
  /** Live WebSocket sessions. */
  readonly sockets: WebSocketGateway;
  readonly audits: Audits;
  readonly conditions: Conditions;
  readonly readiness: Readiness;
};

const PUBLIC_KEYS = "a public key is PEM of SPKI: Ed25519, or RSA with 2048 to 4096 bits";

/**
 * Sets the initial level of a unified user created by an operator; the user may change it later.
 */
async function raiseLevel(engine: ActingEngine, user: number, level: AccountLevel): Promise<void> {
  await submit(engine, { kind: "set_questionnaire", user, isPassed: true });
  await submit(engine, { kind: "set_account_level", user, level, isByOperator: true });
}

/**
 * Credits the practice coins of a new user. A coin of which the exchange has issued as much as it
 * may is left out.
 */
async function creditPracticeFunds(engine: ActingEngine, user: number): Promise<void> {
  const credits = PRACTICE_FUNDS.flatMap(([wallet, coin, count]) => {
    const currency = engine.accounts.currency(coin)?.index;
    const amount = wholeCoins(count);
    return currency === undefined
      ? []
      : { kind: "credit" as const, user, wallet, currency, amount };
  });
  await Promise.all(credits.map((credit) => submit(engine, credit)));
}

function userActions({
  engine,
  seal,
}: ActionParts): Pick<AdminActions, "createUser" | "createKey"> {
  return {
    async createUser({ accountKind, realm, name, parentUid, level }) {
      if (isOperatorUserName(name)) {
        const prefixes = OPERATOR_USER_PREFIXES.join(" and ");
        const rule = `name: ${prefixes} begin the names of users of the generated market`;
        return refuse("invalid", `${rule}, got ${JSON.stringify(name)}`);
      }
      if (accountKind === "classic" && level !== undefined) {
        return refuse("invalid", "level: a classic user has none; it is of unified users");
      }
      const main = parentUid === undefined ? undefined : ordinaryUserOf({ engine }, parentUid);
      if (main !== undefined && "refused" in main) return main;
      const parent = main === undefined ? 0 : main.index + 1;
      const fields = { accountKind, realm, name, parent, openOrdersMax: 0 };
      const outcome = await submit(engine, { kind: "create_user", ...fields });
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      if (accountKind === "unified") await raiseLevel(engine, outcome.id, level ?? "advanced");
      else if (realm === "live" && main === undefined)
        await creditPracticeFunds(engine, outcome.id);
      return { done: { uid: uidOf(outcome.id), accountKind, realm, name } };
    },
    async createKey({ uid, passphrase, permissions, ipList, publicKey: pem }) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      const allowed = permissionsOf(user.accountKind);
      const requested = permissions ?? allowed;
      const unknown = requested.find((word) => !(allowed as readonly string[]).includes(word));
      if (unknown !== undefined) {
        return refuse("invalid", `a permission of ${allowed.join(", ")}, got ${unknown}`);
      }
      const malformed = ipList.find((entry) => !isAddressEntry(entry));
      if (malformed !== undefined) {
        return refuse(
          "invalid",
          `ipList has addresses and CIDR ranges, got ${JSON.stringify(malformed)}`,
        );
      }
      const publicKey = pem === undefined ? undefined : readPublicKey(pem);
      if (pem !== undefined && publicKey === undefined) return refuse("invalid", PUBLIC_KEYS);
      const chosen =
        passphrase === undefined
          ? newPassphrase()
          : { passphrase, hash: hashPassphrase(passphrase) };
      const { command, ...issued } = newKey(seal, {
        user: user.index,
        passphraseHash: chosen.hash,
        permissions: requested,
        ipList,
        note: "",
        publicKey,
      });
      const outcome = await submit(engine, command);
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      const permissionList = requested as readonly Permission[];
      return {
        done: { uid, ...issued, passphrase: chosen.passphrase, permissions: permissionList },
      };
    },
  };
}

function rateLimitActions({
  configuredMode,
  engine,
  limiter,
}: ActionParts): Pick<AdminActions, "listRateLimits" | "setRateLimitMode" | "changeRateLimit"> {
  const list: AdminActions["listRateLimits"] = () => ({
    mode: limiter.mode,
    limits: limiter.list(),
  });
  return {
    listRateLimits: list,
    async setRateLimitMode(mode) {
      const value = mode === "configured" ? "" : mode;
      const setting = { name: RATE_LIMIT_MODE_SETTING, value };
      const { rejection } = await submit(engine, { kind: "set_setting", ...setting });
      if (rejection !== undefined) return refusalOf(rejection);
      limiter.mode = mode === "configured" ? configuredMode : mode;
      return { done: list() };
    },
    async changeRateLimit({ bucket, count, perMs }) {
      const known = limiter.find(bucket);
      if (known === undefined) return refuse("not_found", `no limit is called ${bucket}`);
      const setting = { name: rateLimitSetting(bucket), value: ruleText({ count, perMs }) };
      const { rejection } = await submit(engine, { kind: "set_setting", ...setting });
      if (rejection !== undefined) return refusalOf(rejection);
      limiter.change(bucket, { count, perMs });
      return { done: { bucket, per: known.per, count, perMs } };
    },
  };
}

function auditAction({ audits, engine }: ActionParts): AdminActions["audit"] {
  return async () => {
    await engine.sequencer.drain();
    const report = audits.now();
    return {
      seq: report.seq,
      holds: report.holds,
      invariants: report.verdicts.map(({ invariant, rule, findings }) => ({
        invariant,
        statement: rule,
        holds: findings.length === 0,
        findings,
      })),
      conservation: report.conservation,
    };
  };
}

/** Returns all administrative actions on a running exchange. */
export function adminActions(parts: ActionParts): AdminActions {
  return {
    ...userActions(parts),
    ...accountActions(parts),
    ...accessActions(parts),
    ...instrumentActions(parts),
    ...listingActions(parts),
    ...priceActions(parts),
    ...riskActions(parts),
    ...riskReads(parts),
    ...rateLimitActions(parts),
    ...limitActions(parts),
    ...orderLimitActions(parts),
    ...reviewActions(parts),
    ...lossActions(parts),
    ...closingActions(parts),
    ...feeActions(parts),
    ...guardActions(parts),
    ...healthReads(parts),
    ...chainActions(parts),
    ...conversionActions(parts),
    ...p2pActions(parts),
    ...p2pReads(parts),
    ...pledgeActions(parts),
    ...custodyActions(parts),
    ...surveillanceActions(parts),
    ...timeActions(parts),
    ...unitActions(parts),
    ...adjustmentActions(parts),
    ...correctionActions(parts),
    ...tokenActions(parts),
    ...actReads(parts),
    ...whatIfReads(parts),
    ...userReads(parts),
    ...sessionActions(parts),
    ...userHistoryReads({ engine: parts.engine, ...actReads(parts) }),
    ...statementReads(parts),
    audit: auditAction(parts),
  };
}
