import { expect, test } from "vitest";
import { z } from "zod";
import { readCursor, writeCursor } from "../../../../main/core/store/cursor.ts";

const keys = z.tuple([z.number(), z.string().nullable()]);

test("a cursor returns its sort keys for its own query only", () => {
  const cursor = writeCursor("a query", [5, null]);
  expect(readCursor("a query", cursor, keys)).toEqual([5, null]);
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const invalid = ["", "%%%", encode(1), encode({}), encode(["a query"]), encode(["a query", "5", null])];
  for (const bad of [...invalid, encode(["a query", 5, null, 6]), writeCursor("another", [5, null])]) {
    expect(() => readCursor("a query", bad, keys)).toThrow(expect.objectContaining({ code: "cursor-invalid" }));
  }
});
