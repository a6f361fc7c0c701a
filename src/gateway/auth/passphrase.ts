import { argon2, argon2Sync, hash, randomBytes, timingSafeEqual } from "node:crypto";

type Costs = { readonly memoryKib: number; readonly passes: number };

/** Costs of the hash of a passphrase. The secret of its key has 256 bits of its own. */
const PASSPHRASE_COSTS: Costs = { memoryKib: 12_288, passes: 3 };
/**
 * Costs of the hash of a generated passphrase, the lowest of argon2: its 128 random bits are not
 * found by trying, whatever an attempt costs.
 */
const GENERATED_COSTS: Costs = { memoryKib: 8, passes: 1 };
const GENERATED_BYTES = 16;
/** Costs of the hash of a password, which alone protects an account. */
const PASSWORD_COSTS: Costs = { memoryKib: 65_536, passes: 3 };
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Bounds on the costs that a stored hash may request. */
const MEMORY_KIB_MAX = 262_144;
const PASSES_MAX = 16;
const SHAPE = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** Longest passphrase that is hashed, in characters. */
export const PASSPHRASE_LENGTH_MAX = 128;

/** Returns the argon2id hash of a passphrase in `$argon2id$…` notation. Takes about 30 ms. */
export function hashPassphrase(passphrase: string): string {
  return hashedNow(passphrase, PASSPHRASE_COSTS);
}

/** Returns a new passphrase of 32 characters and its hash. */
export function newPassphrase(): { readonly passphrase: string; readonly hash: string } {
  const passphrase = randomBytes(GENERATED_BYTES).toString("hex");
  return { passphrase, hash: hashedNow(passphrase, GENERATED_COSTS) };
}

function hashedNow(text: string, costs: Costs): string {
  const nonce = randomBytes(SALT_BYTES);
  return hashText(nonce, costs, argon2Sync("argon2id", hashing(text, nonce, costs)));
}

/** Returns the same as `hashPassphrase`, computed off the main thread. */
export function passphraseHashed(passphrase: string): Promise<string> {
  return hashed(passphrase, PASSPHRASE_COSTS);
}

/** Returns the argon2id hash of a password, computed off the main thread in about 150 ms. */
export function passwordHashed(password: string): Promise<string> {
  return hashed(password, PASSWORD_COSTS);
}

function hashed(text: string, costs: Costs): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  return new Promise((resolve, reject) => {
    argon2("argon2id", hashing(text, nonce, costs), (error, tag) => {
      if (error === null) resolve(hashText(nonce, costs, tag));
      else reject(error);
    });
  });
}

function hashing(message: string, nonce: Buffer, { memoryKib, passes }: Costs) {
  return {
    message,
    nonce,
    parallelism: LANES,
    tagLength: TAG_BYTES,
    memory: memoryKib,
    passes,
  };
}

function hashText(nonce: Buffer, { memoryKib, passes }: Costs, tag: Buffer): string {
  const costs = `m=${memoryKib},t=${passes},p=${LANES}`;
  return `$argon2id$v=19$${costs}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Whether a passphrase or password has the given hash; computed off the main thread. */
export function passphraseMatches(passphrase: string, stored: string): Promise<boolean> {
  const parts = SHAPE.exec(stored);
  if (parts === null) throw new RangeError("a passphrase hash has an unknown format");
  const [, memory, passes, lanes, salt = "", tagText = ""] = parts;
  const expected = Buffer.from(tagText, "base64");
  const parameters = {
    message: passphrase,
    nonce: Buffer.from(salt, "base64"),
    parallelism: Number(lanes),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  };
  if (parameters.memory > MEMORY_KIB_MAX || parameters.passes > PASSES_MAX) {
    throw new RangeError("a passphrase hash asks for more memory or passes than allowed");
  }
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => {
      if (error === null) resolve(timingSafeEqual(tag, expected));
      else reject(error);
    });
  });
}

/** Random key of this process: the digests below have no meaning outside it. */
const processKey = randomBytes(32).toString("hex");

/**
 * Keyed digest that represents a verified passphrase in memory. Digests may be compared as any
 * strings: without the key of the process, the time of the comparison says nothing about a
 * passphrase.
 */
export function passphraseDigest(passphrase: string): string {
  return hash("sha256", processKey + passphrase, "base64");
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
