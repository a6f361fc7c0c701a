import { limitedNetwork } from "../address/network.ts";
import {
  type Authenticator,
  keyNameOf,
  type PrivateAccess,
  type ReceivedRequest,
} from "../auth/authenticator.ts";
import type { Principal } from "../auth/principal.ts";
import type { OverallLimits } from "../rate-limit/overall-limits.ts";
import type { ApiVersion } from "./parameter-errors.ts";
import { WireError } from "./wire-error.ts";

/** Requirements of the endpoint on the key, besides a valid signature. */
export interface EndpointDemand {
  readonly access: PrivateAccess;
  readonly version: ApiVersion;
}

/**
 * Decides in which limit a request counts. The key is looked up first, which is cheap: a request
 * without a known key counts for its address; a request with a known key is verified and counts for
 * its user. A request that fails verification counts for address and key, separately from both.
 */
export class Admission {
  readonly #overall: OverallLimits;
  readonly #authenticator: Authenticator;

  constructor(overall: OverallLimits, authenticator: Authenticator) {
    this.#overall = overall;
    this.#authenticator = authenticator;
  }

  /** Whether the request names a key or a session that exists. */
  isKeyKnown(received: ReceivedRequest): boolean {
    return this.#authenticator.isKeyKnown(keyNameOf(received));
  }

  /**
   * Counts a private request for its address unless it names a known key. Returns 0 to verify it,
   * else the milliseconds to wait.
   */
  beforeVerification(received: ReceivedRequest): number {
    if (!this.isKeyKnown(received)) {
      return this.#overall.anonymous.admit(limitedNetwork(received.clientIp));
    }
    return this.#failuresWaitMs(received);
  }

  /**
   * Verifies the request, including the requirements of an endpoint if given, and counts a refusal.
   * Throws or rejects with the `WireError` that refuses it.
   */
  verify(received: ReceivedRequest, demand?: EndpointDemand): Principal | Promise<Principal> {
    try {
      const principal = this.#authenticator.verify(received, demand?.access, demand?.version);
      if (!(principal instanceof Promise)) return principal;
      return principal.catch((error: unknown) => this.#failed(received, error));
    } catch (error) {
      return this.#failed(received, error);
    }
  }

  /** See `Authenticator.unchanged`. */
  unchanged(principal: Principal): () => void {
    return this.#authenticator.unchanged(principal);
  }

  /**
   * Counts one request of a verified user; returns 0 to admit it, else the milliseconds to wait.
   */
  countUser(uid: string, isUrgent: boolean): number {
    const { urgent, users } = this.#overall;
    if (!isUrgent) return users.admit(uid);
    return urgent.take(uid) < 0 ? urgent.waitMs(uid) : 0;
  }

  #failuresWaitMs(received: ReceivedRequest): number {
    const { failures } = this.#overall;
    return failures.subjects === 0 ? 0 : failures.waitMs(failureSubject(received));
  }

  #failed(received: ReceivedRequest, error: unknown): never {
    const isRefusal = error instanceof WireError && error.status === 400;
    if (isRefusal && this.isKeyKnown(received)) {
      this.#overall.failures.take(failureSubject(received));
    }
    throw error;
  }
}

function failureSubject(received: ReceivedRequest): string {
  return `${limitedNetwork(received.clientIp)} ${keyNameOf(received)}`;
}
