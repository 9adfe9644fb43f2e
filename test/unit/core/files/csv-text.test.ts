import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeCell } from "#shared/safe-cell.ts";
import { toCsv } from "../../../../main/core/files/csv-text.ts";

describe("cells", () => {
  test.each(["=1+1", "+49", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1"])(
    "%j is escaped so that it cannot run as a formula",
    (text) => {
      expect(safeCell(text)).toBe(`'${text}`);
    },
  );

  test.each(["8988303000000000017", "", "a=b", "van-1", "'quoted"])("%j is unchanged", (text) => {
    expect(safeCell(text)).toBe(text);
  });

  test("never begin with a formula character, and lose nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeCell(text)).not.toMatch(/^[=+\-@\t\r\n]/);
        expect([text, `'${text}`]).toContain(safeCell(text));
      }),
    );
  });
});

test("long numbers in texts stay texts, digit for digit", () => {
  expect(toCsv([["89883030000000000017", 2]])).toBe('"89883030000000000017",2\r\n');
});
