import { posix } from "node:path";
import { lineAt, type Repository, type TextFile, type Violation } from "../repository.ts";

const RUN = /\bnpm (?:run ([\w:-]+)|(test|start)\b)/g;
const NODE_SCRIPT = /\bnode ([\w./-]+\.ts)\b/g;
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;

interface Finding {
  readonly offset: number;
  readonly message: string;
}

function check(
  file: TextFile,
  scripts: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = [];
  for (const match of file.text.matchAll(RUN)) {
    const name = match[1] ?? match[2] ?? "";
    if (scripts.has(name)) continue;
    findings.push({ offset: match.index, message: `package.json has no script ${name}` });
  }
  for (const match of file.text.matchAll(NODE_SCRIPT)) {
    const path = posix.normalize(match[1] ?? "");
    if (!paths.has(path)) findings.push({ offset: match.index, message: `${path} does not exist` });
  }
  for (const match of file.text.matchAll(LINK)) {
    const link = match[1] ?? "";
    if (/^[a-z]+:/.test(link)) continue;
    const path = posix.join(posix.dirname(file.path), link).replace(/\/$/, "");
    if (paths.has(path)) continue;
    findings.push({ offset: match.index, message: `the link leads nowhere: ${link}` });
  }
  return findings;
}

/** Commands, scripts and links that the documents name exist. */
export function documents(repository: Repository): Violation[] {
  const text = repository.files.find((file) => file.path === "package.json")?.text ?? "{}";
  const manifest = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> };
  const scripts = new Set(Object.keys(manifest.scripts ?? {}));
  const paths = new Set<string>();
  for (const path of [...repository.files.map((file) => file.path), ...repository.images]) {
    for (let part = path; part !== "."; part = posix.dirname(part)) paths.add(part);
  }
  return repository.files
    .filter((file) => file.path.endsWith(".md"))
    .flatMap((file) =>
      check(file, scripts, paths).map(({ offset, message }) => ({
        rule: "documents",
        path: file.path,
        line: lineAt(file.text, offset),
        message,
      })),
    );
}
