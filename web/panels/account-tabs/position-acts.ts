/** Acts on positions that a person confirms. */
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Position } from "../../accounts/model.ts";
import { counted } from "../../numbers/counted.ts";
import { short, signed } from "../../numbers/format.ts";
import { failureText } from "../../wire/wire-failure.ts";
import type { Act } from "./confirmation.tsx";
import { exitsText, notionalText, sumsByCoin } from "./figures.ts";
import { instrumentOf } from "./tab-props.ts";

/** Returns what tells a position from the others of an account. */
export function positionKey({ instrumentKey, marginMode, side }: Position): string {
  return `${instrumentKey} ${side} ${marginMode}`;
}

type Figure = readonly [name: string, value: string];

function figuresOf(positions: readonly Position[]): readonly Figure[] {
  const values = positions.map(
    (position) =>
      [
        instrumentOf(position)?.quote ?? "",
        notionalText(position.markPrice, position.size),
      ] as const,
  );
  const gains = positions.map(({ marginCoin, unrealised }) => [marginCoin, unrealised] as const);
  return [
    ...sumsByCoin(values).map(([coin, sum]): Figure => [`Value in ${coin}`, short(sum, 2)]),
    ...sumsByCoin(gains).map(([coin, sum]): Figure => [`Unrealised in ${coin}`, signed(sum, 4)]),
  ];
}

/** Returns the act that closes positions at market. */
export function closeAllAct(client: AccountClient, positions: readonly Position[]): Act {
  return {
    title: "Close the shown positions at market?",
    figures: [["Positions", String(positions.length)], ...figuresOf(positions)],
    button: `Close ${counted(positions.length, "position")}`,
    async run() {
      const closings = positions.map((position) => client.closePosition(position, 1));
      const failed = (await Promise.allSettled(closings)).flatMap((result, index) =>
        result.status === "rejected"
          ? [`${positions[index]?.symbol ?? ""}: ${failureText(result.reason)}`]
          : [],
      );
      if (failed.length > 0) throw new Error(`Not closed: ${failed.join("; ")}`);
    },
    done: `Sent orders that close ${counted(positions.length, "position")}`,
  };
}

function hasExits({ partExits, stopLoss, takeProfit }: Position): boolean {
  return takeProfit !== "" || stopLoss !== "" || (partExits?.length ?? 0) > 0;
}

/** Returns the act that reverses a position, which ends its exits. */
export function reverseAct(client: AccountClient, position: Position): Act {
  const { side, size, symbol } = position;
  const next = side === "long" ? "short" : "long";
  const ended: readonly Figure[] = hasExits(position)
    ? [["TP / SL that end with it", exitsText(position, (price) => short(price))]]
    : [];
  return {
    title: `Reverse the ${side} in ${symbol}?`,
    figures: [
      ["Closes at market", `${side} ${short(size)}`],
      ["Opens at market", `${next} ${short(size)}`],
      ...ended,
      ...figuresOf([position]),
    ],
    button: `Reverse to ${next}`,
    run: () => client.reversePosition(position),
    done: `Sent the reversal of ${symbol} to ${next}`,
  };
}
