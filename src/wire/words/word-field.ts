import { type TUnsafe, Type } from "typebox";

/** A response field that holds one word of a list; its static type is the union of these words. */
export function wordField<const W extends string>(
  words: Readonly<Record<string, W>>,
  options: { readonly description?: string } = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: "string", enum: [...new Set(Object.values(words))], ...options });
}

/** The same for a list of words. */
export function wordOf<const W extends string>(
  words: readonly W[],
  options: { readonly description?: string } = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: "string", enum: [...words], ...options });
}

/** The same for a field that is empty where the word does not apply. */
export function optionalWordField<const W extends string>(
  words: Readonly<Record<string, W>>,
  options: { readonly description?: string } = {},
): TUnsafe<W | ""> {
  const values = ["", ...new Set<string>(Object.values(words))];
  return Type.Unsafe<W | "">({ type: "string", enum: values, ...options });
}
