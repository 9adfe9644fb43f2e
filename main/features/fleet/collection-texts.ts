/** The names of the collections as parameters of a text. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

/** In lower case, for use within a sentence: "endpoints". */
export const collectionTexts: Readonly<Record<Collection, CodedText>> = {
  endpoint: codedText("collection-endpoints"),
  sim: codedText("collection-sims"),
  imsi: codedText("collection-imsis"),
  organisation: codedText("collection-organisations"),
  user: codedText("collection-users"),
  tariff_plan: codedText("collection-tariff-plans"),
};
