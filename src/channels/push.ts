/** One message on its way to any number of subscribers. */
export class Push {
  readonly text: string;
  /** The bytes of the frame, made by the first connection that sends it and shared by all. */
  frame: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }
}

export type PushAction = "snapshot" | "update";

/** The envelope of websocket.md section 4; `argJson` is the subscription as its client wrote it. */
export function pushText(
  action: PushAction,
  argJson: string,
  dataJson: string,
  nowMs: number,
): string {
  return `{"action":"${action}","arg":${argJson},"data":${dataJson},"ts":${nowMs}}`;
}

/** Whoever receives pushes: a connection. None of these throw. */
export interface Subscriber {
  /** So much is unsent that public data should be conflated instead of queued. */
  readonly isBehind: boolean;
  /** Queues a push of a public channel; callers ask `isBehind` first. */
  send(push: Push): void;
  /** Queues a push of a private channel; a reader too slow for it is closed with a reason. */
  sendPrivate(push: Push): void;
}

/** One subscription of one subscriber. */
export interface Member {
  readonly subscriber: Subscriber;
  readonly argJson: string;
}

/** Makes one `Push` per distinct `arg`; nearly always there is only one. */
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
