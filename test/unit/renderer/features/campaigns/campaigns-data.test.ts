import { expect, onTestFinished, test, vi } from "vitest";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import { cachedData, queryClient } from "../../../../../renderer/data/fleet-query.ts";
import { invalidateByTopic } from "../../../../../renderer/data/invalidations.ts";
import { campaignsTopics, createCampaignsSlice } from "../../../../../renderer/features/campaigns/campaigns-slice.ts";
import { dataOf } from "../../../../../renderer/lib/async-state.ts";
import type { RowQuery } from "../../../../../renderer/lib/data-source.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";
import { openData, showQuery } from "../../open-data.ts";
import { openSlice } from "../../open-slice.ts";

const counts = makeCounts({ planned: 447, accepted: 447 });
const progress = { campaignId: "7", counts, rate: 1 };
const input = { campaignId: "7" };

function fakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test("refreshes a wave soon even after a read that took long under load", async () => {
  fakeTimers();
  let sent = 40;
  openData(async () => {
    const value = { waves: [{ wave: 0, canary: false, size: 447, sent, phase: "sending" }] };
    await new Promise((resolve) => void setTimeout(resolve, 700));
    return { ok: true, value };
  });
  const waves = showQuery("campaigns.waves", input);
  const visibleSent = (): number | undefined => dataOf(waves.state())?.waves[0]?.sent;
  invalidateByTopic("campaigns.progress", progress);
  await vi.advanceTimersByTimeAsync(2000);
  expect(visibleSent()).toBe(40);
  sent = 55;
  invalidateByTopic("campaigns.progress", progress);
  await vi.advanceTimersByTimeAsync(5000);
  expect(visibleSent()).toBe(55);
});

test("a paused campaign reaches the list soon even after a read that took long under load", async () => {
  fakeTimers();
  let state: "running" | "paused" = "running";
  openData(async () => {
    const value = { campaigns: [makeCampaignStatus({ campaignId: "7", state })] };
    await new Promise((resolve) => void setTimeout(resolve, 700));
    return { ok: true, value };
  });
  const list = showQuery("campaigns.list", {});
  await vi.advanceTimersByTimeAsync(800);
  invalidateByTopic("campaigns.changed", input);
  await vi.advanceTimersByTimeAsync(800);
  state = "paused";
  invalidateByTopic("campaigns.changed", input);
  await vi.advanceTimersByTimeAsync(5000);
  expect(dataOf(list.state())?.campaigns.map((one) => one.state)).toEqual(["paused"]);
});

test("reloads only the campaign that a topic is about", async () => {
  fakeTimers();
  const requested: unknown[] = [];
  openData((_address, request) => {
    requested.push(request);
    return Promise.resolve({ ok: true, value: makeCampaignStatus() });
  });
  showQuery("campaigns.status", input);
  showQuery("campaigns.status", { campaignId: "8" });
  await vi.advanceTimersByTimeAsync(100);
  invalidateByTopic("campaigns.changed", { campaignId: "8" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(requested).toEqual([{ campaignId: "7" }, { campaignId: "8" }, { campaignId: "8" }]);
});

test("the end of delivery checks reaches the list", async () => {
  fakeTimers();
  let watching = true;
  openData(() => {
    const campaigns = [makeCampaignStatus({ campaignId: "7", state: "finished", watching })];
    return Promise.resolve({ ok: true, value: { campaigns } });
  });
  const list = showQuery("campaigns.list", {});
  await vi.advanceTimersByTimeAsync(100);
  watching = false;
  invalidateByTopic("campaigns.watched", { campaignId: "7" });
  await vi.advanceTimersByTimeAsync(1100);
  expect(dataOf(list.state())?.campaigns.map((one) => one.watching)).toEqual([false]);
});

test("shows the counts of a progress topic in the list and on the page, and leaves outdated data marked", async () => {
  fakeTimers();
  openData(() => new Promise(() => undefined));
  const status = makeCampaignStatus({ campaignId: "7" });
  queryClient.setQueryData(["campaigns.status", input], status);
  queryClient.setQueryData(["campaigns.list", {}], { campaigns: [makeCampaignStatus({ campaignId: "8" }), status] });
  await queryClient.invalidateQueries({ queryKey: ["campaigns.status", input] });
  const slice = openSlice(createCampaignsSlice, () => new Promise(() => undefined));
  campaignsTopics(slice)["campaigns.progress"]?.(progress);
  await vi.advanceTimersByTimeAsync(300);
  expect(cachedData("campaigns.status", input)?.counts).toEqual(counts);
  expect(cachedData("campaigns.list", {})?.campaigns.map((one) => one.counts)).toEqual([makeCounts(), counts]);
  expect(queryClient.getQueryState(["campaigns.status", input])?.isInvalidated).toBe(true);
});

test("each campaign has its own list of recipients, refreshed while it is on the screen", async () => {
  fakeTimers();
  openData(() => new Promise(() => undefined));
  const requests: string[] = [];
  const slice = openSlice(createCampaignsSlice, () => new Promise(() => undefined));
  const query = (key: string): RowQuery<Recipient> => ({
    key,
    source: {
      page: async () => {
        requests.push(key);
        return await Promise.resolve({ items: [{ row: 1, endpoint: key } as Recipient] });
      },
      count: async () => await Promise.resolve(1),
    },
  });
  slice().recipientWindow("7").query(query("7"));
  await vi.advanceTimersByTimeAsync(300);
  const endpoints = (): unknown => ["7", "8"].map((id) => slice().recipientWindow(id).at(0)?.endpoint);
  expect(endpoints()).toEqual(["7", undefined]);
  slice().recipientWindow("8").query(query("8"));
  await vi.advanceTimersByTimeAsync(300);
  expect(endpoints()).toEqual(["7", "8"]);
  showQuery("campaigns.status", { campaignId: "8" });
  const topics = campaignsTopics(slice);
  for (const campaignId of ["7", "8"]) topics["campaigns.changed"]?.({ campaignId });
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toEqual(["7", "8", "8"]);
});

const recallResult = {
  endpoint: "1",
  smsId: "2",
  cancelled: true,
  delivery: "cancelled",
  requested: true,
  message: { code: "aborted" },
} as const;

test("collects the results of a recall, also of skipped messages, and replaces those of an earlier recall", () => {
  const slice = openSlice(createCampaignsSlice, () => new Promise(() => undefined));
  const results = [recallResult, { ...recallResult, requested: false }];
  const step = { campaignId: "7", done: 1, total: 3, processed: 2, results };
  slice().updateRecall(step);
  // The window did not receive the results in between.
  slice().updateRecall({ ...step, done: 3, processed: 6 });
  expect(slice().recalls["7"]).toEqual({ ...step, done: 3, processed: 6, results: [...results, ...results] });
  slice().updateRecall(step);
  expect(slice().recalls["7"]).toEqual(step);
});

test("two recalls at once each have their own progress, results and failure", () => {
  const slice = openSlice(createCampaignsSlice, () => new Promise(() => undefined));
  const failure = { code: "offline", text: { code: "message-not-sent", params: {} } } as const;
  const step = (campaignId: string, done: number): Parameters<ReturnType<typeof slice>["updateRecall"]>[0] => ({
    campaignId,
    done,
    total: 2,
    processed: done,
    results: [recallResult],
  });
  for (const done of [1, 2]) for (const campaignId of ["7", "8"]) slice().updateRecall(step(campaignId, done));
  const recall = { ...step("8", 2), results: [recallResult, recallResult] };
  slice().failRecall("7", failure);
  expect(slice().recalls).toEqual({ "7": { ...recall, campaignId: "7", failure }, "8": recall });
  slice().closeRecall("7");
  expect(slice().recalls).toEqual({ "8": recall });
});
