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
