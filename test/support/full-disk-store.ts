import {
  type SqlStatement,
  type SqlStore,
  StoreUnavailable,
} from "../../src/projections/store/sql-store.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";

/** A store whose disk is full from the `failAt`-th write on, until there is room again. */
export class FullDiskStore implements SqlStore {
  readonly #inner = new SqliteStore(":memory:");
  failAt = Number.POSITIVE_INFINITY;
  #writes = 0;

  exec(sql: string): void {
    this.#inner.exec(sql);
  }

  prepare(sql: string): SqlStatement {
    const statement = this.#inner.prepare(sql);
    return {
      all: (params) => statement.all(params),
      run: (params) => {
        this.#writes += 1;
        if (this.#writes >= this.failAt) throw new StoreUnavailable("disk is full");
        return statement.run(params);
      },
    };
  }

  transaction<T>(work: () => T): T {
    return this.#inner.transaction(work);
  }

  close(): void {
    this.#inner.close();
  }

  get writes(): number {
    return this.#writes;
  }
}
