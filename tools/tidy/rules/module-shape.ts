import type { Repository, SourceFile, Violation } from "../repository.ts";
import { child, children } from "../syntax.ts";

/** Tools that read a default export from their settings file. */
const SETTINGS_FILE = /^[a-z]+\.config\.ts$/;

const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|sql)$/;
const FOLDER_NAME = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/;

function shapeOf(file: SourceFile): string[] {
  const statements = children(file.tree, "body");
  const messages: string[] = [];
  const isSettings = SETTINGS_FILE.test(file.path);
  if (!isSettings && statements.some((one) => one.type === "ExportDefaultDeclaration")) {
    messages.push("a default export has no name");
  }
  if (statements.some((one) => one.type === "ExportAllDeclaration")) {
    messages.push("export * hides what is exported");
  }
  const isReExport = statements.map((one) => child(one, "source") !== undefined);
  const exportsAnything = statements.some((one) => one.type.startsWith("Export"));
  if (exportsAnything && isReExport.every(Boolean)) messages.push("the file only passes names on");
  return messages;
}

function namesOf(path: string): string[] {
  const parts = path.split("/");
  const base = parts.pop() ?? "";
  const folders = parts.filter((part) => !FOLDER_NAME.test(part));
  const messages = folders.map((folder) => `folder ${folder} is not in kebab-case`);
  if (!FILE_NAME.test(base)) messages.push("the file's name is not in kebab-case");
  if (base === "index.ts") messages.push("index.ts does not say what it holds");
  return messages;
}

/** Kebab-case names, named exports, no barrel files. */
export function moduleShape(repository: Repository): Violation[] {
  return repository.sources.flatMap((file) =>
    [...shapeOf(file), ...namesOf(file.path)].map((message) => ({
      rule: "module-shape",
      path: file.path,
      line: 1,
      message,
    })),
  );
}
