/** Answers of the gateway under test, and the payloads that its endpoints promise. */

export interface TestAnswer {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Row of a payload. Almost all fields are texts, so tests compare all of them as texts. */
export type TestRow = Readonly<Record<string, string>>;

/** Returns the payload of a success as one row; throws on an error. */
export function rowOf(answer: TestAnswer): TestRow {
  expectSuccess(answer);
  return answer.data as TestRow;
}

/** Returns the payload of a success as rows; throws on an error. */
export function rowsOf(answer: TestAnswer): readonly TestRow[] {
  expectSuccess(answer);
  return answer.data as readonly TestRow[];
}

/** Returns the payload of a success as a page with its cursor; throws on an error. */
export function listOf(answer: TestAnswer): { list: readonly TestRow[]; cursor: string } {
  expectSuccess(answer);
  return answer.data as { list: readonly TestRow[]; cursor: string };
}

/** Returns the id of the order that the answer reports; throws when it reports none. */
export function orderIdOf(answer: TestAnswer): string {
  const { orderId } = rowOf(answer);
  if (orderId === undefined) throw new Error("a placed order has an id");
  return orderId;
}

/** HTTP status and code of an answer. */
export function errorOf({ status, code }: TestAnswer): [number, string] {
  return [status, code];
}

function expectSuccess(answer: TestAnswer): void {
  if (answer.code !== "00000") throw new Error(`success, got ${answer.code} ${answer.msg}`);
}
