/** The encoding of a text, and which of its characters prevent GSM-7. */
import { characterName } from "./character-names.ts";
import { gsmReplacement } from "./gsm-replacements.ts";
import { isGsmText, packText, type LastSegment, type Segmentation } from "./segments.ts";

export interface Offender {
  /** A grapheme: with its marks, joined emoji as one. */
  readonly character: string;
  readonly name: string;
  readonly count: number;
  /** Missing where there is no replacement; empty where it can be omitted. */
  readonly replacement?: string;
}

export interface Measure extends Segmentation, LastSegment {
  readonly characters: number;
  /** Each once, in order. */
  readonly offenders: readonly Offender[];
  /** Missing where there is nothing to replace. */
  readonly replaced?: string;
}

/** Pure and total. */
export function measureText(text: string): Measure {
  const graphemes = Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    (one) => one.segment,
  );
  const packed = { ...packText(text), characters: graphemes.length };
  if (packed.encoding === "gsm7") return { ...packed, offenders: [] };
  const counts = new Map<string, number>();
  for (const one of graphemes) if (!isGsmText(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const replacements = new Map(Array.from(counts.keys(), (one) => [one, gsmReplacement(one)] as const));
  const offenders = Array.from(counts, ([character, count]): Offender => {
    const replacement = replacements.get(character);
    return { character, name: characterName(character), count, replacement };
  });
  if (offenders.every(({ replacement }) => replacement === undefined)) return { ...packed, offenders };
  return { ...packed, offenders, replaced: graphemes.map((one) => replacements.get(one) ?? one).join("") };
}
