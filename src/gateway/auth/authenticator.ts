import type { IncomingHttpHeaders } from "node:http";
import { isSession } from "../../core/base/word-traits.ts";
import type { Access } from "../http/endpoint.ts";
import type { ApiVersion } from "../http/parameter-errors.ts";
import { overloaded, type WireError, wireError } from "../http/wire-error.ts";
import { isApiKeyShape } from "./api-keys.ts";
import type { KeyDirectory, KeyRecord } from "./key-directory.ts";
import {
  isAddressAllowed,
  type KeyMaterial,
  KeyMaterialCache,
  principalOf,
} from "./key-material.ts";
import type { KeyCall, KeyUses } from "./key-uses.ts";
import { endOfSessionMs, isSecretOf } from "./new-session.ts";
import { requireOwnPage } from "./own-page.ts";
import { PASSPHRASE_LENGTH_MAX, passphraseDigest, passphraseMatches } from "./passphrase.ts";
import type { Permission } from "./permissions.ts";
import type { Principal, Realm } from "./principal.ts";
import type { RefusedSender } from "./refused-signatures.ts";
import type { SecretSeal } from "./sealed-secret.ts";
import { type PresentedSession, presentedSession } from "./session-cookie.ts";
import { signatureMatches } from "./signature.ts";

/**
 * Largest difference between the timestamp of a request and our clock, in milliseconds
 * (auth-and-errors.md section 2).
 */
export const TIMESTAMP_WINDOW_MS = 30_000;
/** Passphrases verified against their slow hash at one time; beyond it clients must retry. */
export const PASSPHRASE_CHECKS_MAX = 8;
/** Part of these checks that requests with a wrong signature may use. */
const UNSIGNED_PASSPHRASE_CHECKS_MAX = 2;

/** The verified input: the received bytes, before any parsing. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** As received, without the question mark. */
  readonly query: string;
  readonly body: Buffer | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly clientIp: string;
}

export type PrivateAccess = Extract<Access, { kind: "private" }>;

/** The WebSocket login: the same checks over the fixed path of the login (websocket.md). */
export interface LoginRequest {
  readonly apiKey: string;
  readonly passphrase: string;
  readonly timestamp: string;
  /** The same time in milliseconds, because some clients log in with seconds. */
  readonly timestampMs: number;
  readonly sign: string;
  readonly method: string;
  readonly path: string;
  readonly clientIp: string;
  readonly realm: Realm | undefined;
}

/** A WebSocket login with the session that the browser presented when it connected. */
export interface SessionLogin {
  /** Absent: none was presented, or a page of another origin opened the connection. */
  readonly session: PresentedSession | undefined;
  /** User that the page shows; absent where the page names none. */
  readonly uid: string | undefined;
  readonly clientIp: string;
  readonly realm: Realm;
}

interface Credentials {
  readonly apiKey: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly passphrase: string;
}

/** Realm that a request addresses: demo with the header `paptrading: 1`. */
export function realmOf(headers: IncomingHttpHeaders): Realm {
  return headers["paptrading"] === "1" ? "demo" : "live";
}

/**
 * Returns the session of a request; `undefined` for a request that names an API key, and for one
 * without the cookie of its realm.
 */
function sessionOf({ headers }: Pick<ReceivedRequest, "headers">): PresentedSession | undefined {
  if (headers["access-key"] !== undefined) return undefined;
  return presentedSession(headers.cookie, realmOf(headers));
}

/**
 * Throws 49001 if the page shows another user than that of the session: browsers send the cookie of
 * the last sign-in, and other tabs still show the user before it.
 */
function requireShownUser(sender: Principal, uid: string | undefined): void {
  if (uid !== undefined && uid !== sender.uid) throw wireError("49001");
}

/** Returns the name of the API key or session that a request presents; empty for none. */
export function keyNameOf(request: Pick<ReceivedRequest, "headers">): string {
  return header(request.headers["access-key"]) ?? sessionOf(request)?.apiKey ?? "";
}

/**
 * Verifies private requests in the order of the table in auth-and-errors.md section 3, so that a
 * request with several faults always gets the same error.
 */
export class Authenticator {
  readonly #keys: KeyDirectory;
  readonly #materials: KeyMaterialCache;
  readonly #nowMs: () => number;
  readonly #onAdmitted: (userIndex: number, clientIp: string) => void;
  readonly #onRefused: (error: unknown, sender: RefusedSender) => void;
  readonly #uses: KeyUses | undefined;
  /** Senders by the record of their session. */
  readonly #sessions = new WeakMap<KeyRecord, Principal>();
  #passphraseChecks = 0;

  /** `nowMs` is exchange time in Unix milliseconds. */
  constructor(options: {
    readonly keys: KeyDirectory;
    readonly seal: SecretSeal;
    readonly nowMs: () => number;
    /** Called for each request and login that passed all checks. */
    readonly onAdmitted?: (userIndex: number, clientIp: string) => void;
    /** Remembers the last use of each key. */
    readonly uses?: KeyUses | undefined;
    /** Called for each request and login that a check refused, with the error. */
    readonly onRefused?: (error: unknown, sender: RefusedSender) => void;
  }) {
    this.#keys = options.keys;
    this.#materials = new KeyMaterialCache(options.seal);
    this.#nowMs = options.nowMs;
    this.#onAdmitted = options.onAdmitted ?? (() => undefined);
    this.#onRefused = options.onRefused ?? (() => undefined);
    this.#uses = options.uses;
  }

  /** Whether such a key exists and is in use: one look-up without verification. */
  isKeyKnown(apiKey: string): boolean {
    const record = this.#keys.find(apiKey);
    return record !== undefined && !record.deleted;
  }

  /**
   * Returns the sender of the request, or throws the `WireError` that refuses it. Returns a promise
   * only if the passphrase of the key has not been verified since the start. Checks kind and
   * permissions of the key, and its realm, against `access`; without `access` any key is accepted.
   */
  verify(
    request: ReceivedRequest,
    access?: PrivateAccess,
    version?: ApiVersion,
  ): Principal | Promise<Principal> {
    try {
      const verified = this.#verify(request, access, version);
      if (!(verified instanceof Promise)) return verified;
      return verified.catch((error: unknown) => this.#refused(error, senderOf(request)));
    } catch (error) {
      return this.#refused(error, senderOf(request));
    }
  }

  #verify(
    request: ReceivedRequest,
    access: PrivateAccess | undefined,
    version: ApiVersion | undefined,
  ): Principal | Promise<Principal> {
    const session = sessionOf(request);
    if (session !== undefined) {
      const sender = this.#verifySession(request, session, access, version);
      this.#admitted(sender, access, request);
      return sender;
    }
    const credentials = readCredentials(request);
    const record = this.#find(credentials.apiKey);
    if (access?.sender === "session") throw wireError("49004");
    if (record.realm !== realmOf(request.headers)) throw wireError("40099");
    if (access !== undefined && access.accounts !== "any") checkAccountKind(record, version);
    checkTimestamp(Number(credentials.timestamp), this.#nowMs());

    const material = this.#materials.of(record);
    const { timestamp, signature, passphrase } = credentials;
    const parts = {
      timestamp,
      method: request.method,
      path: request.path,
      query: request.query,
      body: request.body,
    };
    const isSigned = signatureMatches(material.verifying, signature, parts);
    const known = this.#checkPassphrase(material, passphrase, isSigned);
    const finish = (): Principal => {
      if (!isSigned) throw wireError("40009");
      if (!isAddressAllowed(material, request.clientIp)) throw wireError("40018");
      this.#admitted(material.principal, access, request);
      return material.principal;
    };
    if (known === undefined) return finish();
    return known.then(() => {
      this.#requireUnchanged(record);
      return finish();
    });
  }

  /** Checks what the endpoint demands of a verified sender, and remembers the request. */
  #admitted(
    principal: Principal,
    access: PrivateAccess | undefined,
    request: ReceivedRequest,
  ): void {
    if (access !== undefined) checkPermission(principal, access.permission);
    const realm = access?.realm ?? principal.realm;
    if (principal.realm !== realm) throw wireError("40110");
    this.#onAdmitted(principal.userIndex, request.clientIp);
    this.#remember(principal.keyId, "rest", request);
  }

  /**
   * Verifies a request without a signature: a page of the exchange sent it, and the browser has the
   * secret of the session. A timestamp is optional and counts as that of a signed request.
   */
  #verifySession(
    request: ReceivedRequest,
    session: PresentedSession,
    access: PrivateAccess | undefined,
    version: ApiVersion | undefined,
  ): Principal {
    requireOwnPage(request.headers);
    const sender = this.#senderOfSession(session, realmOf(request.headers));
    requireShownUser(sender, header(request.headers["x-bourse-uid"]));
    if (access !== undefined && access.accounts !== "any") checkAccountKind(sender, version);
    const timestamp = request.headers["access-timestamp"];
    if (timestamp !== undefined) checkTimestamp(readTimestamp(timestamp), this.#nowMs());
    if (request.method === "POST") checkContentType(request);
    return sender;
  }

  /** Throws 49001 unless it is a session of the realm in use, and 40013 if its user is frozen. */
  #senderOfSession({ apiKey, secret }: PresentedSession, realm: Realm): Principal {
    const record = this.#keys.find(apiKey);
    if (record === undefined || !isSession(record.kind) || record.deleted) throw wireError("49001");
    if (!isSecretOf(record, secret) || record.realm !== realm) throw wireError("49001");
    if (endOfSessionMs(record) <= this.#nowMs()) throw wireError("49001");
    if (record.frozen) throw wireError("40013");
    const sender = this.#sessions.get(record) ?? principalOf(record);
    this.#sessions.set(record, sender);
    return sender;
  }

  /**
   * Returns the sender of a request with a session of the realm; `undefined` without one that is in
   * use. For what a browser may ask before it signs in.
   */
  senderInBrowser(request: Pick<ReceivedRequest, "headers">, realm: Realm): Principal | undefined {
    const session = presentedSession(request.headers.cookie, realm);
    if (session === undefined) return undefined;
    try {
      return this.#senderOfSession(session, realm);
    } catch {
      return undefined;
    }
  }

  /** Verifies a login with a session. Rejects with the `WireError` that refuses it. */
  async loginBySession({ clientIp, realm, session, uid }: SessionLogin): Promise<Principal> {
    try {
      if (session === undefined) throw wireError("49001");
      const sender = this.#senderOfSession(session, realm);
      requireShownUser(sender, uid);
      this.#onAdmitted(sender.userIndex, clientIp);
      this.#remember(sender.keyId, "websocket_login", { clientIp, method: "", path: "" });
      return sender;
    } catch (error) {
      return this.#refused(error, { apiKey: session?.apiKey ?? "", clientIp });
    }
  }

  /** Verifies a WebSocket login. Rejects with the `WireError` that refuses it. */
  async login(login: LoginRequest): Promise<Principal> {
    return this.#login(login).catch((error: unknown) => this.#refused(error, login));
  }

  #refused(error: unknown, { apiKey, clientIp }: RefusedSender): never {
    this.#onRefused(error, { apiKey, clientIp });
    throw error;
  }

  async #login(login: LoginRequest): Promise<Principal> {
    const record = this.#find(login.apiKey);
    if (login.realm !== undefined && record.realm !== login.realm) throw wireError("40099");
    checkTimestamp(login.timestampMs, this.#nowMs());
    const material = this.#materials.of(record);
    const { timestamp, method, path } = login;
    const parts = { timestamp, method, path, query: "", body: undefined };
    const isSigned = signatureMatches(material.verifying, login.sign, parts);
    await this.#checkPassphrase(material, login.passphrase, isSigned);
    this.#requireUnchanged(record);
    if (!isSigned) throw wireError("40009");
    if (!isAddressAllowed(material, login.clientIp)) throw wireError("40018");
    this.#onAdmitted(material.principal.userIndex, login.clientIp);
    this.#remember(record.apiKey, "websocket_login", { ...login, method: "", path: "" });
    return material.principal;
  }

  /**
   * Returns a check of the sender of a verified request, for what it does after it has waited:
   * throws as a new request would if the key was deleted or the user frozen meanwhile, and 40015 if
   * either was changed, because the request must then be verified again.
   */
  unchanged({ keyId, isSession: isOfBrowser }: Principal): () => void {
    const record = this.#keys.find(keyId);
    return () => {
      if (isOfBrowser && this.#keys.find(keyId)?.deleted !== false) throw wireError("49001");
      if (this.#inUse(keyId) !== record) throw overloaded();
    };
  }

  /** Whether the sender is a session of a browser whose life is over. */
  isOver({ isSession: isOfBrowser, keyId }: Principal): boolean {
    if (!isOfBrowser) return false;
    const record = this.#keys.find(keyId);
    return record === undefined || endOfSessionMs(record) <= this.#nowMs();
  }

  /** Remembers that a session which logged in before uses its key again. */
  usedBySession({ keyId }: Principal, clientIp: string): void {
    this.#remember(keyId, "websocket_trade", { clientIp, method: "", path: "" });
  }

  #remember(
    apiKey: string,
    call: KeyCall,
    request: Pick<ReceivedRequest, "clientIp" | "method" | "path">,
  ): void {
    const { clientIp: address, method, path } = request;
    this.#uses?.add(apiKey, { atMs: this.#nowMs(), address, call, method, path });
  }

  #find(apiKey: string): KeyRecord {
    if (!isApiKeyShape(apiKey)) throw wireError("40006");
    // A session has no signature to verify: as an API key it does not exist.
    const record = this.#inUse(apiKey);
    if (isSession(record.kind)) throw wireError("40037");
    return record;
  }

  #inUse(apiKey: string): KeyRecord {
    const record = this.#keys.find(apiKey);
    if (record === undefined || record.deleted) throw wireError("40037");
    if (record.frozen) throw wireError("40013");
    return record;
  }

  /** Throws if a key was frozen, deleted or changed while its passphrase was compared. */
  #requireUnchanged(record: KeyRecord): void {
    if (this.#find(record.apiKey) !== record) throw overloaded();
  }

  /**
   * Returns undefined when the passphrase is right and a promise while it is compared with its slow
   * hash; throws when it is wrong.
   */
  #checkPassphrase(
    material: KeyMaterial,
    passphrase: string,
    isSigned: boolean,
  ): Promise<void> | undefined {
    if (passphrase.length > PASSPHRASE_LENGTH_MAX) throw wireError("40012");
    const digest = passphraseDigest(passphrase);
    if (material.passphraseDigest !== undefined) {
      if (material.passphraseDigest === digest) return undefined;
      throw wireError("40012");
    }
    const known = material.passphraseCheck;
    if (known?.digest === digest) return known.done;
    // A sender without the secret cannot make the server hash much: its signature is refused first.
    if (!isSigned && this.#passphraseChecks >= UNSIGNED_PASSPHRASE_CHECKS_MAX) return undefined;
    if (this.#passphraseChecks >= PASSPHRASE_CHECKS_MAX) throw overloaded();
    const check = { digest, done: this.#verifyPassphrase(material, passphrase, digest) };
    material.passphraseCheck = check;
    const forget = (): void => {
      if (material.passphraseCheck === check) material.passphraseCheck = undefined;
    };
    check.done.then(forget, forget);
    return check.done;
  }

  async #verifyPassphrase(
    material: KeyMaterial,
    passphrase: string,
    digest: string,
  ): Promise<void> {
    this.#passphraseChecks += 1;
    try {
      if (!(await passphraseMatches(passphrase, material.record.passphraseHash))) {
        throw wireError("40012");
      }
      material.passphraseDigest = digest;
    } finally {
      this.#passphraseChecks -= 1;
    }
  }
}

function senderOf(request: ReceivedRequest): RefusedSender {
  return { apiKey: keyNameOf(request), clientIp: request.clientIp };
}

function readCredentials(request: ReceivedRequest): Credentials {
  const { headers } = request;
  const apiKey = header(headers["access-key"]) ?? refuse(wireError("40001"));
  const signature = header(headers["access-sign"]) ?? refuse(wireError("40002"));
  const timestamp = header(headers["access-timestamp"]) ?? "";
  readTimestamp(timestamp);
  const passphrase = header(headers["access-passphrase"]) ?? refuse(wireError("40011"));
  if (request.method === "POST") checkContentType(request);
  return { apiKey, signature, timestamp, passphrase };
}

function readTimestamp(timestamp: string | readonly string[]): number {
  if (typeof timestamp !== "string" || !/^\d{1,16}$/.test(timestamp)) throw wireError("40005");
  return Number(timestamp);
}

function header(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function refuse(error: WireError): never {
  throw error;
}

function checkContentType(request: ReceivedRequest): void {
  const contentType = request.headers["content-type"];
  const hasBody = request.body !== undefined && request.body.length > 0;
  if (contentType === undefined && !hasBody) return;
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw wireError("40007");
  }
}

function checkAccountKind(
  record: Pick<KeyRecord, "accountKind">,
  version: ApiVersion | undefined,
): void {
  if (version === "v3" && record.accountKind === "classic") throw wireError("40084");
  if (version === "v2" && record.accountKind === "unified") throw wireError("40085");
}

function checkTimestamp(timestampMs: number, nowMs: number): void {
  if (Math.abs(nowMs - timestampMs) > TIMESTAMP_WINDOW_MS) throw wireError("40008");
}

/**
 * Throws 40014, naming the missing permission, unless the principal holds one of the permissions.
 */
export function checkPermission(
  principal: Principal,
  needed: Permission | readonly Permission[],
): void {
  if (typeof needed === "string") {
    if (!principal.permissions.has(needed)) throw wireError("40014", needed);
    return;
  }
  if (needed.some((permission) => principal.permissions.has(permission))) return;
  throw wireError("40014", needed.join(" or "));
}
