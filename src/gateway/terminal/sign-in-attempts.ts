/** Limits of guessing passwords and codes, and of signing up. */
import { limitedNetwork } from "../address/network.ts";
import { type AttemptRule, Attempts } from "../auth/attempts.ts";
import { WireError, wireError } from "../http/wire-error.ts";

const MINUTE_MS = 60_000;

/** Sign-ins with one name from one network: others cannot lock out the user of the name. */
const OF_NAME: AttemptRule = { count: 10, perMs: 5 * MINUTE_MS };
/** Sign-ins from one network, with any names. */
const OF_NETWORK: AttemptRule = { count: 60, perMs: 5 * MINUTE_MS };
/** Passwords that a session states to change how its user signs in. */
const OF_USER: AttemptRule = { count: 10, perMs: 5 * MINUTE_MS };
/** New users from one network. */
const NEW_USERS: AttemptRule = { count: 10, perMs: 60 * MINUTE_MS };
/** New users from all networks: their coins for practice are limited. */
const ALL_NEW_USERS: AttemptRule = { count: 500, perMs: 60 * MINUTE_MS };
const ALL = "";

export class SignInAttempts {
  readonly #names: Attempts;
  readonly #networks: Attempts;
  readonly #users: Attempts;
  readonly #newUsers: Attempts;
  readonly #allNewUsers: Attempts;

  /** `nowMs` is a monotonic clock in ms. */
  constructor(nowMs: () => number) {
    this.#names = new Attempts(OF_NAME, nowMs);
    this.#networks = new Attempts(OF_NETWORK, nowMs);
    this.#users = new Attempts(OF_USER, nowMs);
    this.#newUsers = new Attempts(NEW_USERS, nowMs);
    this.#allNewUsers = new Attempts(ALL_NEW_USERS, nowMs);
  }

  /** Counts a sign-in with a name from an address. Throws 429 when there were too many. */
  signIn(name: string, address: string): void {
    const network = limitedNetwork(address);
    require(this.#networks.take(network));
    require(this.#names.take(subjectOf(name, network)));
  }

  /** Forgets the failed sign-ins with the name; those with other names still count. */
  signedIn(name: string, address: string): void {
    this.#names.forget(subjectOf(name, limitedNetwork(address)));
  }

  /** Counts a password of a signed-in user. Throws 429 when there were too many. */
  password(userIndex: number): void {
    require(this.#users.take(String(userIndex)));
  }

  /** Counts a new user from an address. Throws 429 when there were too many. */
  signUp(address: string): void {
    require(this.#newUsers.take(limitedNetwork(address)));
    require(this.#allNewUsers.take(ALL));
  }
}

function subjectOf(name: string, network: string): string {
  return `${network} ${name.toLowerCase()}`;
}

function require(waitMs: number): void {
  if (waitMs === 0) return;
  throw new WireError("429", wireError("429").message, Math.ceil(waitMs / 1000));
}
