import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { invalidateByTopic } from "../../../../../renderer/data/invalidations.ts";
import { refreshText } from "../../../../../renderer/features/messages/recent-request.ts";
import { refreshRecent } from "../../../../../renderer/features/messages/refresh-thread.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { makeMessage } from "../../../../make/message.ts";
import { openData, showQuery } from "../../open-data.ts";
import { nextTask } from "../../open-slice.ts";

interface Input {
  readonly connection?: string;
  readonly endpoint?: string;
}

/** The overview with this many conversations that may still change; `fails` tells which ones cannot be read. */
function openOverview(
  conversations: number,
  fails: (endpoint: string) => boolean = () => false,
): {
  readonly items: readonly Message[];
  readonly calls: { readonly address: string; readonly input: Input }[];
} {
  const items = Array.from({ length: conversations }, (_, at) =>
    makeMessage({ key: `sms-${at}`, endpoint: String(70_000 + at), delivery: at === 0 ? "delivered" : "buffered" }),
  );
  const calls: { readonly address: string; readonly input: Input }[] = [];
  openData<Input>((address, input) => {
    calls.push({ address, input });
    const failure = { code: "unreachable", text: { code: "offline" } };
    if (address === "sms.list" && fails(input.endpoint ?? "")) return Promise.resolve({ ok: false, failure });
    return Promise.resolve({ ok: true, value: { items, threads: conversations } });
  });
  return { items, calls };
}

const offline = formatText(codedText("offline"));
const always = (): boolean => true;

test("refreshes the other conversations and the list if one conversation fails", async () => {
  const { items, calls } = openOverview(5, (endpoint) => endpoint === "70002");
  showQuery("sms.recent", {});
  await nextTask();
  calls.length = 0;
  const refreshed = await refreshRecent("Acme", items, always);
  expect(calls.map(({ address, input: { endpoint } }) => endpoint ?? address)).toEqual([
    "70001",
    "70002",
    "70003",
    "70004",
    "sms.recent",
  ]);
  expect(calls.slice(0, 4).every(({ input }) => input.connection === "Acme")).toBe(true);
  expect(refreshText(refreshed)).toBe(
    t(($) => $.messages.recent.partlyRefreshedFailed, { refreshed: 3, count: 4, failed: 1, reason: offline }),
  );
});

test("reports the limit of a refresh", async () => {
  const { items } = openOverview(58);
  expect(refreshText(await refreshRecent("Acme", items, always))).toBe(
    t(($) => $.messages.recent.partlyRefreshed, { refreshed: 20, count: 57 }),
  );
});

test("stops after consecutive failures of a service that does not respond", async () => {
  const { items, calls } = openOverview(58, always);
  const refreshed = await refreshRecent("Acme", items, always);
  expect(calls).toHaveLength(3);
  expect(refreshText(refreshed)).toBe(
    t(($) => $.messages.recent.partlyRefreshedFailed, { refreshed: 0, count: 57, failed: 3, reason: offline }),
  );
});

test("stops when the connection changes", async () => {
  const { items, calls } = openOverview(58);
  await refreshRecent("Acme", items, () => calls.length < 2);
  expect(calls).toHaveLength(2);
});

test("a changed thread reloads the open one only, and the overview at most once a second", async () => {
  const { calls } = openOverview(1);
  showQuery("sms.thread", { endpoint: "1" });
  showQuery("sms.recent", {});
  await nextTask();
  calls.length = 0;
  for (let round = 0; round < 5; round++) {
    for (let endpoint = 1; endpoint < 100; endpoint++)
      invalidateByTopic("sms.changed", { connection: "Acme", endpoint: String(endpoint) });
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  const addresses = calls.map(({ address }) => address);
  expect(addresses.filter((address) => address === "sms.recent")).toHaveLength(1);
  expect(addresses.filter((address) => address === "sms.thread").length).toBeGreaterThan(1);
  expect(calls.every(({ address, input }) => address !== "sms.thread" || input.endpoint === "1")).toBe(true);
});
