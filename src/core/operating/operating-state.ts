/** What the operator has set for the parts outside the core: settings and admin tokens. */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { wordOf } from "../base/bytes.ts";
import { ADMIN_ROLES, type AdminRole, indexIn } from "../base/vocabulary.ts";

/** A token of the admin API. The token itself is known only to its holder. */
export type AdminToken = {
  readonly name: string;
  readonly role: AdminRole;
  /** SHA-256 of the token. */
  readonly digest: Uint8Array;
  readonly issuedAtMs: number;
  /** Time from which it is refused; 0 for never. */
  readonly expiresAtMs: number;
  /** Names of who issued it, of who issued that token, and so on; empty for none. */
  readonly issuers: readonly string[];
};

export type Operating = {
  /** By name. */
  readonly settings: Map<string, string>;
  /** By name. */
  readonly tokens: Map<string, AdminToken>;
};

export function createOperating(): Operating {
  return { settings: new Map(), tokens: new Map() };
}

function byName(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  if (one[0] === other[0]) return 0;
  return one[0] < other[0] ? -1 : 1;
}

/** Appends settings and tokens, by name. */
export function writeOperating({ settings, tokens }: Operating, out: ByteWriter): void {
  out.varint(settings.size);
  for (const [name, value] of [...settings].sort(byName)) {
    out.text(name);
    out.text(value);
  }
  out.varint(tokens.size);
  for (const [, token] of [...tokens].sort(byName)) {
    out.text(token.name);
    out.u8(indexIn(ADMIN_ROLES, token.role));
    out.blob(token.digest);
    out.varint(token.issuedAtMs);
    out.varint(token.expiresAtMs);
    out.varint(token.issuers.length);
    for (const issuer of token.issuers) out.text(issuer);
  }
}

/** Restores what `writeOperating` wrote. */
export function readOperating({ settings, tokens }: Operating, from: ByteReader): void {
  for (let left = from.varint(); left > 0; left--) settings.set(from.text(), from.text());
  for (let left = from.varint(); left > 0; left--) {
    const token = {
      name: from.text(),
      role: wordOf(ADMIN_ROLES, from.u8()),
      digest: from.blob(),
      issuedAtMs: from.varint(),
      expiresAtMs: from.varint(),
      issuers: Array.from({ length: from.varint() }, () => from.text()),
    };
    tokens.set(token.name, token);
  }
}
