/** Texts for searching: lower case, without accents and ligatures. Pure. */

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** "Élan" → "elan", "Köln" → "koln". */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter);
}

/** A folded name with capital letters for digits, so that a search index tells them from those of identifiers: "Van 10" → "van BA". */
export function foldName(name: string): string {
  return foldText(name).replaceAll(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));
}
