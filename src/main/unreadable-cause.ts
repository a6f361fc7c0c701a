/** Why a file that the operator names cannot be read. */
const CAUSES: Readonly<Record<string, string>> = {
  EACCES: "the user of this process may not read it",
  EISDIR: "it is a directory",
  ENOENT: "it does not exist",
  ENOTDIR: "it does not exist",
};

/** Returns the cause of the system's error in words; its code where there are none. */
export function unreadableCause(thrown: unknown): string {
  const { code = "unknown" } = thrown as NodeJS.ErrnoException;
  return CAUSES[code] ?? code;
}
