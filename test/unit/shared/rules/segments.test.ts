import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSegments, packByLibrary, type Segmentation } from "#shared/rules/segments.ts";

/** GSM 03.38 (3GPP TS 23.038), duplicated for the test: default alphabet without its escape, and extension table. */
const defaultAlphabet =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extensionTable = "\f^{}\\[~]|€";

function countByLibrary(text: string): Omit<Segmentation, "segmentsExact"> {
  const { encoding, segments } = packByLibrary(text);
  return { encoding, segments };
}

describe("the library", () => {
  test("counts one septet for each character of the default alphabet", () => {
    expect(Array.from(defaultAlphabet)).toHaveLength(127);
    for (const character of defaultAlphabet) {
      expect(countByLibrary(character.repeat(160))).toEqual({ encoding: "gsm7", segments: 1 });
      expect(countByLibrary(character.repeat(161))).toEqual({ encoding: "gsm7", segments: 2 });
    }
  });

  test("counts two septets for each character of the extension table", () => {
    for (const character of extensionTable) {
      expect(countByLibrary(character.repeat(80))).toEqual({ encoding: "gsm7", segments: 1 });
      expect(countByLibrary(character.repeat(81))).toEqual({ encoding: "gsm7", segments: 2 });
    }
  });

  test("encodes everything else as UCS-2, without replacing it", () => {
    for (let code = 0; code < 0x2100; code += 1) {
      const character = String.fromCharCode(code);
      const expected = (defaultAlphabet + extensionTable).includes(character) ? "gsm7" : "ucs2";
      expect([code, countByLibrary(character).encoding]).toEqual([code, expected]);
    }
  });
});

describe("counting", () => {
  test.each([
    ["160 plain letters", "a".repeat(160), "gsm7", 1],
    ["161 plain letters", "a".repeat(161), "gsm7", 2],
    ["306 plain letters", "a".repeat(306), "gsm7", 2],
    ["307 plain letters", "a".repeat(307), "gsm7", 3],
    ["a euro sign that does not fit into its part", `${"a".repeat(152)}€${"a".repeat(152)}`, "gsm7", 3],
    ["70 Cyrillic letters", "ж".repeat(70), "ucs2", 1],
    ["71 Cyrillic letters", "ж".repeat(71), "ucs2", 2],
    ["134 Cyrillic letters", "ж".repeat(134), "ucs2", 2],
    ["135 Cyrillic letters", "ж".repeat(135), "ucs2", 3],
    ["35 pictures of two units", "😀".repeat(35), "ucs2", 1],
    ["66 pictures that are not torn apart", "😀".repeat(66), "ucs2", 2],
    ["67 pictures that are not torn apart", "😀".repeat(67), "ucs2", 3],
    ["one typographic quote", `${"a".repeat(70)}’`, "ucs2", 2],
  ] as const)("%s", (_, text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments, segmentsExact: true });
  });

  const letters = Array.from(defaultAlphabet + extensionTable);
  const odd = Array.from("жçé´’“\t—中한\u0301\u200d\u00ad😀👩\u{1f1e9}");

  test.each([
    ["texts of the GSM alphabet", letters],
    ["mixed texts", [...letters, ...odd]],
    ["texts of odd letters", odd],
  ])("%s take as many segments as the library reports", (_, alphabet) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), minLength: 50, maxLength: 350 }), (text) => {
        expect(countSegments(text)).toMatchObject(countByLibrary(text));
      }),
      { numRuns: 150 },
    );
  });

  /** By the standard alone: 67 units a segment, and only surrogate pairs are not split. */
  const countByStandard = (text: string): number => {
    if (text.length <= 70) return 1;
    let [segments, units] = [1, 0];
    for (const { length } of text)
      [segments, units] = units + length > 67 ? [segments + 1, length] : [segments, units + length];
    return segments;
  };

  test("a text that needs more segments when graphemes are not split has an upper bound", () => {
    // 136 and 64 units: the standard fills three segments of 67, the library puts 8 families of 8 units into each of the first two.
    const text = `${"👨‍👩‍👧".repeat(17)}${"ж".repeat(64)}`;
    expect(countSegments(text)).toEqual({ encoding: "ucs2", segments: 4, segmentsExact: false });
  });

  test("the count is never below the standard's, and exact only where both agree", () => {
    const joined = ["👨‍👩‍👧", "🇩🇪", "e\u0301", "ж", "a", "😀"];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...joined), minLength: 40, maxLength: 120 }), (text) => {
        const { segments, segmentsExact, encoding } = countSegments(text);
        if (encoding === "gsm7") return;
        const standard = countByStandard(text);
        expect(segments).toBeGreaterThanOrEqual(standard);
        expect(segments).toBeGreaterThanOrEqual(countByLibrary(text).segments);
        expect(segmentsExact).toBe(standard === countByLibrary(text).segments);
      }),
      { numRuns: 150 },
    );
  });
});
