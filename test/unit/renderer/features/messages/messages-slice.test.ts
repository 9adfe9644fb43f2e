import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { refreshText } from "../../../../../renderer/features/messages/recent-request.ts";
import { createMessagesSlice, type MessagesSlice } from "../../../../../renderer/features/messages/messages-slice.ts";
import { makeMessage } from "../../../../make/message.ts";
import { openSlice } from "../../open-slice.ts";

interface Input {
  readonly connection?: string;
  readonly endpoint?: string;
}

/** The overview with this many conversations that may still change; `fails` tells which ones cannot be read. */
async function openOverview(
  conversations: number,
  fails: (endpoint: string) => boolean = () => false,
): Promise<{
  readonly slice: () => MessagesSlice;
  readonly calls: { readonly address: string; readonly input: Input }[];
}> {
  const items = Array.from({ length: conversations }, (_, at) =>
    makeMessage({ key: `sms-${at}`, endpoint: String(70_000 + at), delivery: at === 0 ? "delivered" : "buffered" }),
  );
  const calls: { readonly address: string; readonly input: Input }[] = [];
  const slice = openSlice(createMessagesSlice, (address: string, input: Input) => {
    calls.push({ address, input });
    const failure = { code: "unreachable", text: { code: "offline" } };
    if (address === "sms.list" && fails(input.endpoint ?? "")) return Promise.resolve({ ok: false, failure });
    return Promise.resolve({ ok: true, value: { items, threads: conversations } });
  });
  await slice().loadRecent({});
  calls.length = 0;
  return { slice, calls };
}

const offline = formatText(codedText("offline"));

test("refreshes the other conversations and the list if one conversation fails", async () => {
  const { slice, calls } = await openOverview(5, (endpoint) => endpoint === "70002");
  const refreshed = await slice().refreshRecent("Acme");
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
  const { slice } = await openOverview(58);
  expect(refreshText(await slice().refreshRecent("Acme"))).toBe(
    t(($) => $.messages.recent.partlyRefreshed, { refreshed: 20, count: 57 }),
  );
});

test("stops after consecutive failures of a service that does not respond", async () => {
  const { slice, calls } = await openOverview(58, () => true);
  const refreshed = await slice().refreshRecent("Acme");
  expect(calls).toHaveLength(4);
  expect(refreshText(refreshed)).toBe(
    t(($) => $.messages.recent.partlyRefreshedFailed, { refreshed: 0, count: 57, failed: 3, reason: offline }),
  );
});
