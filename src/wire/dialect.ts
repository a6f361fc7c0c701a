/** Version of the public interface: v2 serves classic users, v3 serves unified users. */
export type Dialect = "v2" | "v3";
