import type { PushGroup } from "./public/push-group.ts";

/** A message for any number of subscribers. */
export class Push {
  readonly text: string;
  /** Bytes of the frame, encoded by the first connection that sends it and shared by all. */
  frame: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }
}

export type PushAction = "snapshot" | "update";

/** Returns the envelope of websocket.md section 4; `argJson` is the `arg` of the subscription. */
export function pushText(
  action: PushAction,
  argJson: string,
  dataJson: string,
  nowMs: number,
): string {
  return `{"action":"${action}","arg":${argJson},"data":${dataJson},"ts":${nowMs}}`;
}

/** Receiver of pushes: a connection. Its members do not throw. */
export interface Subscriber {
  /** The subscribers that receive the pushes of paced channels together with this one. */
  readonly group: PushGroup;
  /** Whether so much is unsent that public data is conflated instead of queued. */
  readonly isBehind: boolean;
  /** Queues a push of a public channel; callers ask `isBehind` first. */
  send(push: Push): void;
  /** Queues a push of a private channel; closes a connection that reads too slowly for it. */
  sendPrivate(push: Push): void;
}

/** One subscription of one subscriber. */
export interface Member {
  readonly subscriber: Subscriber;
  readonly argJson: string;
}

/** Creates one `Push` per distinct `arg`; nearly always there is only one. */
export class PushPerArg {
  readonly #action: PushAction;
  readonly #dataJson: string;
  readonly #nowMs: number;
  readonly #pushes = new Map<string, Push>();

  constructor(action: PushAction, dataJson: string, nowMs: number) {
    this.#action = action;
    this.#dataJson = dataJson;
    this.#nowMs = nowMs;
  }

  of(argJson: string): Push {
    let push = this.#pushes.get(argJson);
    if (push === undefined) {
      push = new Push(pushText(this.#action, argJson, this.#dataJson, this.#nowMs));
      this.#pushes.set(argJson, push);
    }
    return push;
  }
}
