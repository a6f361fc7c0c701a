/**
 * Catalogue of all codes that the exchange can answer, made from the closed lists that answers are
 * made from: wire codes, control codes of WebSocket, rejections of core.
 */
import { REJECTIONS } from "../../core/base/rejections.ts";
import { WIRE_CODE_PARTS, type WireCodePart } from "../http/wire-codes.ts";
import { messageForReaders } from "../http/wire-error.ts";
import { REJECTION_DIALECTS, type RejectionDialect, rejectionError } from "../rejection-codes.ts";
import { SOCKET_CODES } from "../websocket/control-frames.ts";

/** One code of the catalogue. */
export interface CataloguedCode {
  readonly code: string;
  /** HTTP status; absent for codes of WebSocket control frames. */
  readonly status?: number;
  /** Message; an ellipsis stands for a value that it names. */
  readonly message: string;
  /** Where it is answered beyond what its part says; empty if its part says all. */
  readonly answers: readonly string[];
}

/** Codes of one subject. */
export interface CataloguePart {
  readonly title: string;
  /** Requests that are answered with these codes. */
  readonly where: string;
  readonly codes: readonly CataloguedCode[];
}

const WHERE: Readonly<Record<WireCodePart, string>> = {
  "HTTP level": "Answers to any request that does not reach an endpoint, or whose endpoint failed.",
  "Authentication and account state":
    "Private requests, and the trade operations and private channels of WebSocket.",
  "Sessions of browsers":
    "Requests with a session instead of a signature, and the endpoints that open and end sessions.",
  "Parameters and time": "Requests with a missing, malformed or contradictory parameter.",
  "Orders, positions and balances":
    "Requests that the exchange has read and refuses: orders, positions, transfers, settings.",
  "Conversions between coins": "The endpoints below `convert`.",
  "Peer-to-peer trading": "The endpoints below `p2p`.",
  "Deposits and withdrawals": "Withdrawals, deposit addresses and the address book.",
  "Margin accounts and loans": "Spot margin of classic accounts, and loans of unified accounts.",
};

const DIALECT_WORDS: Readonly<Record<RejectionDialect, string>> = {
  v2_spot: "v2 spot",
  v2_mix: "v2 futures",
  v3: "v3",
  transfer: "transfers",
  margin: "spot margin",
};

/** Returns the interfaces that answer each code for a rejection, with the rejections. */
function rejectionsByCode(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Map<string, string[]>>();
  for (const rejection of REJECTIONS) {
    for (const dialect of REJECTION_DIALECTS) {
      const { code } = rejectionError(rejection, dialect);
      const reasons = found.get(code) ?? new Map<string, string[]>();
      const reason = rejection.replaceAll("_", " ");
      reasons.set(reason, [...(reasons.get(reason) ?? []), DIALECT_WORDS[dialect]]);
      found.set(code, reasons);
    }
  }
  const texts = [...found].map(([code, reasons]) => {
    return [
      code,
      [...reasons].map(([reason, words]) => `${reason} (${words.join(", ")})`),
    ] as const;
  });
  return new Map(texts);
}

/** Returns all codes by subject. */
export function errorCatalogue(): readonly CataloguePart[] {
  const rejections = rejectionsByCode();
  const parts = Object.entries(WIRE_CODE_PARTS).map(([title, codes]) => ({
    title,
    where: WHERE[title as WireCodePart],
    codes: Object.entries(codes).map(([code, [status, message]]) => {
      const answers = rejections.get(code) ?? [];
      return { code, status, message: messageForReaders(message), answers };
    }),
  }));
  const control = Object.entries(SOCKET_CODES).map(([code, message]) => {
    return { code, message: messageForReaders(message), answers: [] };
  });
  return [
    ...parts,
    {
      title: "WebSocket control frames",
      where: "Logins, subscriptions and messages that are no request; the code is a number.",
      codes: control,
    },
  ];
}

/** Returns the catalogue as Markdown, which `docs/errors.md` is. */
export function errorsMarkdown(): string {
  const intro =
    "# Error codes\n\nWritten and compared by `src/gateway/docs/error-catalogue.test.ts`. " +
    "Success is `00000` on REST and 0 on\nWebSocket. An ellipsis stands for a value that " +
    "a message names. *Answered for* lists the reasons for which the core\nrefuses a command, " +
    "with the interfaces that answer them by the code.\n";
  const parts = errorCatalogue().map(({ title, where, codes }) => {
    const rows = codes.map(({ code, status, message, answers }) => {
      return `| ${code} | ${status ?? "–"} | ${message} | ${answers.join("; ")} |`;
    });
    const head = "| code | HTTP | message | answered for |\n|---|---|---|---|";
    return `\n## ${title}\n\n${where}\n\n${[head, ...rows].join("\n")}\n`;
  });
  return intro + parts.join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns the catalogue as a page without scripts; each code is the target `#code-…`. */
export function errorsPage(): string {
  const catalogue = errorCatalogue();
  const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const links = catalogue.map(({ title }) => `<a href="#${idOf(title)}">${escaped(title)}</a>`);
  const parts = catalogue.map(({ title, where, codes }) => {
    const rows = codes.map(({ code, status, message, answers }) => {
      const more =
        answers.length === 0 ? "" : `<p class="quiet">${escaped(answers.join("; "))}</p>`;
      return (
        `<tr id="code-${code}"><td><code>${code}</code></td><td>${status ?? "–"}</td>` +
        `<td>${escaped(message)}${more}</td></tr>`
      );
    });
    return (
      `<section><h2 id="${idOf(title)}">${escaped(title)}</h2><p>${escaped(where)}</p><table>` +
      '<thead><tr><th scope="col">Code</th><th scope="col">HTTP</th>' +
      `<th scope="col">Message, and what it is answered for</th></tr></thead>` +
      `<tbody>${rows.join("")}</tbody></table></section>`
    );
  });
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><title>Bourse error codes</title>' +
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/page.css"></head><body>' +
    '<header><h1>Bourse error codes</h1><a href="/docs">Reference</a></header>' +
    `<div class="columns"><nav aria-label="Subjects">${links.join("")}</nav>` +
    `<main>${parts.join("")}</main></div></body></html>\n`
  );
}
