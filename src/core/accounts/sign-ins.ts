/** How live main accounts sign in, and their accounts of the demo realm (decision 0102). */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";

export type SignIn = {
  readonly user: number;
  readonly name: string;
  readonly passwordHash: string;
  /** Sealed under a key outside the journal; without bytes there are no codes. */
  readonly sealedCodeSecret: Uint8Array;
  /** Account of the demo realm + 1, or 0. */
  readonly demoUser: number;
};

/** Returns the text by which a name is looked up: names that differ in case alone are equal. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

export class SignIns {
  readonly #byUser = new Map<number, SignIn>();
  readonly #byName = new Map<string, SignIn>();
  /** Live users by their demo accounts. */
  readonly #liveUsers = new Map<number, number>();

  get count(): number {
    return this.#byUser.size;
  }

  of(user: number): SignIn | undefined {
    return this.#byUser.get(user);
  }

  /** Upper and lower case are equal. */
  named(name: string): SignIn | undefined {
    return this.#byName.get(keyOf(name));
  }

  /** Live user of a demo account; `undefined` for an account that is linked to none. */
  liveUserOf(demoUser: number): number | undefined {
    return this.#liveUsers.get(demoUser);
  }

  /** Sets the sign-in of its user in place of the earlier one. */
  set(signIn: SignIn): void {
    const before = this.#byUser.get(signIn.user);
    if (before !== undefined) this.#byName.delete(keyOf(before.name));
    this.#byUser.set(signIn.user, signIn);
    this.#byName.set(keyOf(signIn.name), signIn);
    if (signIn.demoUser !== 0) this.#liveUsers.set(signIn.demoUser - 1, signIn.user);
  }

  all(): SignIn[] {
    return [...this.#byUser.values()].sort((one, other) => one.user - other.user);
  }

  write(out: ByteWriter): void {
    out.varint(this.#byUser.size);
    for (const { demoUser, name, passwordHash, sealedCodeSecret, user } of this.all()) {
      out.varint(user);
      out.text(name);
      out.text(passwordHash);
      out.blob(sealedCodeSecret);
      out.varint(demoUser);
    }
  }

  read(from: ByteReader): void {
    const count = from.varint();
    for (let i = 0; i < count; i++) {
      this.set({
        user: from.varint(),
        name: from.text(),
        passwordHash: from.text(),
        sealedCodeSecret: from.blob(),
        demoUser: from.varint(),
      });
    }
  }
}
