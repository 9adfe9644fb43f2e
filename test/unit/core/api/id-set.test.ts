import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdSet } from "../../../../main/core/api/walk.ts";

test("behaves like a set of texts, whatever the ids look like", () => {
  const id = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map(String),
    fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
    fc.constantFrom("007", "7", "-1", "1.0", "1e3", "", "a", "689d97ba"),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
      const set = createIdSet();
      const model = new Set<string>();
      for (const one of ids) {
        expect(set.add(one)).toBe(!model.has(one));
        model.add(one);
      }
      expect(set.size).toBe(model.size);
    }),
  );
});
