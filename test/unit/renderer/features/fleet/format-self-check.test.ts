import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { formatSelfCheck } from "../../../../../renderer/features/fleet/format-self-check.ts";
import { formatDateTime } from "#shared/format.ts";

const agreed = {
  agrees: true,
  compared: 200,
  cacheTotal: 10_000,
  serviceTotal: 10_000,
  onlyInCache: [],
  onlyInService: [],
};

test("states what was compared and the count if cache and service agree", () => {
  expect(formatSelfCheck(agreed)).toEqual({
    title: t(($) => $.fleet.selfCheck.agree),
    sentences: [
      t(($) => $.fleet.selfCheck.compared, { count: 200 }),
      t(($) => $.fleet.selfCheck.sameTotal, { total: 10_000 }),
    ],
  });
});

test("describes every difference in a sentence and truncates long lists with their count", () => {
  const onlyInService = Array.from({ length: 13 }, (_, index) => String(index));
  const { title, sentences } = formatSelfCheck({
    ...agreed,
    agrees: false,
    serviceTotal: 10_012,
    onlyInCache: ["7"],
    onlyInService,
    orderDiffersAt: 12,
    asOf: Date.UTC(2031, 0, 3, 8),
  });
  expect(title).toBe(t(($) => $.fleet.selfCheck.differ));
  expect(sentences.slice(1, 5)).toEqual([
    t(($) => $.fleet.selfCheck.totals, { cache: 10_000, service: 10_012 }),
    t(($) => $.fleet.selfCheck.onlyInCache, { ids: "7" }),
    t(($) => $.fleet.selfCheck.onlyInService, {
      ids: t(($) => $.fleet.selfCheck.moreIds, { ids: "0, 1, 2, 3, 4, 5, 6, 7, 8, 9", count: 3 }),
    }),
    t(($) => $.fleet.selfCheck.orderDiffers, { row: 12 }),
  ]);
  expect(sentences[5]).toBe(t(($) => $.fleet.selfCheck.cacheAge, { time: formatDateTime(Date.UTC(2031, 0, 3, 8)) }));
});

test("distinguishes a service without a total from an empty one", () => {
  const { sentences } = formatSelfCheck({ ...agreed, serviceTotal: undefined });
  expect(sentences[1]).toBe(t(($) => $.fleet.selfCheck.totalUnknown, { cache: 10_000 }));
});
