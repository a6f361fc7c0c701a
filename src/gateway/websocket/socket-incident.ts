/** Why a connection was refused: all connections, those of its address, or its attempts. */
export const SOCKET_REFUSALS = [
  "connections",
  "connections_of_address",
  "attempts_of_address",
] as const;
export type SocketRefusal = (typeof SOCKET_REFUSALS)[number];

/** What the operator is informed of, besides faults. */
export type SocketIncident = { readonly address: string } & (
  | { readonly kind: "refused"; readonly reason: SocketRefusal }
  | {
      readonly kind: "slow_reader";
      /** User of the connection; absent before a login. */
      readonly uid: string | undefined;
      readonly bufferedBytes: number;
    }
);
