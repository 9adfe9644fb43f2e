import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureText } from "#shared/rules/measure.ts";
import { countSegments, isGsmText, packByLibrary, packText } from "#shared/rules/segments.ts";

/** GSM 03.38 (3GPP TS 23.038), duplicated for the test: default alphabet without its escape, and extension table. */
const defaultAlphabet =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extensionTable = "\f^{}\\[~]|€";

/** Encoding, segments, units and remaining room. */
function packed(text: string): readonly unknown[] {
  const { encoding, segments, units, left } = measureText(text);
  return [encoding, segments, units, left];
}

describe("the last segment", () => {
  test("every character of the default alphabet takes one septet", () => {
    for (const one of defaultAlphabet) {
      expect(packed(one)).toEqual(["gsm7", 1, 1, 159]);
      expect(packed(one.repeat(161))).toEqual(["gsm7", 2, 8, 145]);
    }
  });

  test("every character of the extension table takes two septets", () => {
    for (const one of extensionTable) {
      expect(packed(one)).toEqual(["gsm7", 1, 2, 158]);
      // 153 is odd: the last septet of the first of several stays empty.
      expect(packed(one.repeat(81))).toEqual(["gsm7", 2, 10, 143]);
    }
  });

  test.each([
    ["nothing", "", ["gsm7", 1, 0, 160]],
    ["160 letters", "a".repeat(160), ["gsm7", 1, 160, 0]],
    ["161 letters", "a".repeat(161), ["gsm7", 2, 8, 145]],
    ["306 letters", "a".repeat(306), ["gsm7", 2, 153, 0]],
    ["307 letters", "a".repeat(307), ["gsm7", 3, 1, 152]],
    ["a euro sign at septet 153", `${"a".repeat(152)}€${"a".repeat(10)}`, ["gsm7", 2, 12, 141]],
    ["a euro sign that just fits", `${"a".repeat(151)}€${"a".repeat(10)}`, ["gsm7", 2, 10, 143]],
    ["70 Cyrillic letters", "ж".repeat(70), ["ucs2", 1, 70, 0]],
    ["71 Cyrillic letters", "ж".repeat(71), ["ucs2", 2, 4, 63]],
    ["134 Cyrillic letters", "ж".repeat(134), ["ucs2", 2, 67, 0]],
    ["135 Cyrillic letters", "ж".repeat(135), ["ucs2", 3, 1, 66]],
    ["a surrogate pair at unit 67", `${"ж".repeat(66)}😀${"ж".repeat(4)}`, ["ucs2", 2, 6, 61]],
    ["a surrogate pair that just fits", `${"ж".repeat(65)}😀${"ж".repeat(4)}`, ["ucs2", 2, 4, 63]],
  ])("of %s", (_, text, expected) => {
    expect(packed(text)).toEqual(expected);
  });

  const letters = Array.from(defaultAlphabet + extensionTable);
  const odd = Array.from("жçé´’“\t—中한\u0301\u200d\u00ad😀👩\u{1f1e9}");

  test.each([
    ["texts of the GSM alphabet", letters],
    ["mixed texts", [...letters, ...odd]],
    ["texts of odd letters", odd],
  ])("of %s equals the library's result", (_, alphabet) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 350 }), (text) => {
        expect(packText(text)).toMatchObject(packByLibrary(text));
        const { encoding, segments } = packByLibrary(text);
        expect(countSegments(text)).toMatchObject({ encoding, segments });
      }),
      { numRuns: 150 },
    );
  });

  test("used and remaining units make up at least one segment, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const { encoding, segments, units, left } = measureText(text);
        const room = encoding === "gsm7" ? (segments === 1 ? 160 : 153) : segments === 1 ? 70 : 67;
        expect(units + left).toBeGreaterThanOrEqual(room);
        expect(left).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("characters", () => {
  test.each([
    ["it’s", 4],
    ["e\u0301", 1],
    ["👩‍👩‍👧 ok", 4],
    ["🇩🇪", 1],
    ["a\r\nb", 3],
  ])("of %j are counted as graphemes", (text, characters) => {
    expect(measureText(text).characters).toBe(characters);
  });
});

describe("offenders", () => {
  test.each([
    ["’", "right single quotation mark U+2019", "'"],
    ["“", "left double quotation mark U+201C", '"'],
    ["–", "en dash U+2013", "-"],
    ["…", "horizontal ellipsis U+2026", "..."],
    ["\u00a0", "no-break space U+00A0", " "],
    ["\t", "tab U+0009", " "],
    ["\u200b", "zero width space U+200B", ""],
    ["ê", "latin small letter e with circumflex U+00EA", "e"],
    ["ç", "latin small letter c with cedilla U+00E7", "c"],
    ["Š", "latin capital letter s with caron U+0160", "S"],
    ["ł", "latin small letter l with stroke U+0142", "l"],
    ["ǘ", "latin small letter u with diaeresis and acute U+01D8", "u"],
    ["e\u0301", "latin small letter e with acute U+0065 U+0301", "é"],
    ["ﬁ", "Latin letter U+FB01", "fi"],
    ["`", "grave accent U+0060", "'"],
    ["😀", "emoji U+1F600", undefined],
    ["👩‍👧", "emoji U+1F469 U+200D U+1F467", undefined],
    ["ж", "Cyrillic letter U+0436", undefined],
    ["中", "Han letter U+4E2D", undefined],
    ["α", "Greek letter U+03B1", undefined],
    ["\ud800", "character U+D800", undefined],
    ["\u0001", "control character U+0001", undefined],
  ])("%j is reported with its replacement", (character, name, replacement) => {
    const { offenders } = measureText(`a${character}b`.replace("ae\u0301", "e\u0301"));
    expect(offenders).toEqual([{ character, name, count: 1, replacement }]);
  });

  test("are listed once each, in order, with their count", () => {
    const { offenders, replaced } = measureText("“No” – it’s ’n’ жук");
    expect(offenders.map(({ character, count }) => `${character}${count}`)).toEqual([
      "“1",
      "”1",
      "–1",
      "’3",
      "ж1",
      "у1",
      "к1",
    ]);
    expect(replaced).toBe(`"No" - it's 'n' жук`);
  });

  test("a text of the alphabet has none, and no replacement", () => {
    expect(measureText(defaultAlphabet + extensionTable)).toMatchObject({ encoding: "gsm7", offenders: [] });
    expect(measureText("plain").replaced).toBeUndefined();
    expect(measureText("😀").replaced).toBeUndefined();
  });

  test("every replacement is in the alphabet, and one pass is enough", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { encoding, offenders, replaced } = measureText(text);
        expect(encoding === "gsm7").toBe(offenders.length === 0);
        for (const { replacement } of offenders) expect(replacement === undefined || isGsmText(replacement)).toBe(true);
        if (replaced === undefined) return;
        if (offenders.every(({ replacement }) => replacement !== undefined)) expect(isGsmText(replaced)).toBe(true);
      }),
    );
  });

  test("every letter of Latin-1 and Latin Extended-A that is not in the alphabet has a replacement", () => {
    const without: string[] = [];
    for (let code = 0xc0; code < 0x180; code += 1) {
      const letter = String.fromCharCode(code);
      if (isGsmText(letter)) continue;
      if (measureText(letter).replaced === undefined) without.push(letter);
    }
    expect(without).toEqual([]);
  });
});
