import { expect, test } from "vitest";
import { selfCheckWords } from "../../../../../renderer/features/fleet/self-check-model.ts";

const agreed = {
  agrees: true,
  compared: 200,
  cacheTotal: 10_000,
  serviceTotal: 10_000,
  onlyInCache: [],
  onlyInService: [],
};

test("a copy that agrees says what was compared and how many there are", () => {
  expect(selfCheckWords(agreed)).toEqual({
    title: "They agree",
    sentences: ["The first 200 rows were compared.", "Both have 10,000 in all."],
  });
});

test("every difference is a sentence, long lists are cut with their number", () => {
  const onlyInService = Array.from({ length: 13 }, (_, index) => String(index));
  const { title, sentences } = selfCheckWords({
    ...agreed,
    agrees: false,
    serviceTotal: 10_012,
    onlyInCache: ["7"],
    onlyInService,
    orderDiffersAt: 12,
    asOf: Date.UTC(2031, 0, 3, 8),
  });
  expect(title).toBe("They differ");
  expect(sentences.slice(1, 5)).toEqual([
    "The copy has 10,000 in all, the service 10,012.",
    "Only in the copy: 7.",
    "Only at the service: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more.",
    "The order differs from row 12 on.",
  ]);
  expect(sentences[5]).toContain("changed since explains differences");
});

test("a service that does not say its total is not taken for an empty one", () => {
  const { sentences } = selfCheckWords({ ...agreed, serviceTotal: undefined });
  expect(sentences[1]).toBe("The copy has 10,000; the service does not say how many it has.");
});
