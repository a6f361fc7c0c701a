/** Fields and schemas that administrative endpoints share. */
import { type TProperties, Type } from "typebox";
import { CATEGORIES, REALMS } from "../core/base/vocabulary.ts";
import { TEXT_FORMATS } from "./text-formats.ts";

const STRICT = { additionalProperties: false } as const;

/** Schema of a body: unknown members are refused. */
export const strict = <P extends TProperties>(fields: P) => Type.Object(fields, STRICT);
/** Schema of a list of rows in a response. */
export const rowsOf = <P extends TProperties>(fields: P) => Type.Array(Type.Object(fields));

export const Name = Type.String({ minLength: 1, maxLength: 64 });

/** Schema of a text in a format, with its words. */
const formatted = ({ pattern, words }: { readonly pattern: string; readonly words: string }) =>
  Type.String({ pattern, description: words });

export const Decimal = formatted(TEXT_FORMATS.decimal);
export const SignedDecimal = formatted(TEXT_FORMATS.signedDecimal);
export const Uid = formatted(TEXT_FORMATS.uid);
export const Id = formatted(TEXT_FORMATS.id);
export const UidPath = Type.Object({ uid: Uid });
export const IdPath = Type.Object({ id: Id });
export const RealmName = Type.Enum([...REALMS]);
/** `live` when absent. */
export const RealmOrLive = Type.Optional(RealmName);
export const WholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const Flag = Type.Boolean();
/** Any text of a response. */
export const Text = Type.String();
/** A text of a response with its meaning. */
export const text = (description: string) => Type.String({ description });
/** A decimal text of a response with its meaning. */
export const amount = (description: string) => Type.String({ description });
export const IsoTime = Type.String({ description: "ISO time" });
/** An ISO time of a request. */
export const TimeText = Type.String({
  minLength: 1,
  maxLength: 32,
  description: "ISO time",
});
/** A page of acts of the operator. */
export const ActRows = Type.Object({
  acts: rowsOf({
    ...{ seq: Type.Integer(), time: IsoTime, actor: Text, reason: Text, requestId: Text },
    ...{ command: Text, uid: Text, symbol: Text, category: Text, realm: Text },
    rejection: text("empty when the command was applied"),
    fields: Type.Record(Text, Type.Unknown()),
  }),
  cursor: text("cursor of the next page; empty on the last page"),
});

/** Members that name an instrument. */
export const INSTRUMENT = {
  symbol: Type.String({ minLength: 1, maxLength: 64, examples: ["BTCUSDT"] }),
  category: Type.Enum([...CATEGORIES]),
};
export const InstrumentBody = strict({ ...INSTRUMENT, realm: RealmOrLive });
/** Members by which a response names an instrument. */
export const INSTRUMENT_ROW = { ...INSTRUMENT, realm: RealmName };

export const SIZE_UNIT = "in base coin; of coin-margined contracts their face in US dollars";

/** Unit of open interest, as the public interface shows it. */
export const OPEN_INTEREST =
  "sum of the long positions in base coin; of coin-margined contracts their face ÷ mark price";
