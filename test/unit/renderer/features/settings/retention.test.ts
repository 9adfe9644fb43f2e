import { afterEach, expect, test } from "vitest";
import { settingsSchema } from "#shared/contract/settings.ts";
import type { RetentionKind } from "#shared/retention.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import { setRetention } from "../../../../../renderer/features/settings/settings-actions.ts";
import { openData } from "../../open-data.ts";

afterEach(() => queryClient.clear());

const state = {} as State;

/** Returns what was sent to main. */
function openRetention(): unknown[] {
  const sent: unknown[] = [];
  openData((_address, input) => {
    sent.push(input);
    return Promise.resolve({ ok: true, value: {} });
  });
  setCachedData("settings.get", {}, settingsSchema.parse({ retention: { messages: 500 } }));
  return sent;
}

test("only a shorter period requires a confirmation, because it deletes data", () => {
  openRetention();
  const isConfirmed = (kind: RetentionKind, days: number): boolean =>
    setRetention.confirm?.({ kind, days }, state) !== undefined;
  expect([isConfirmed("messages", 499), isConfirmed("messages", 501)]).toEqual([true, false]);
  expect([isConfirmed("events", 89), isConfirmed("events", 91)]).toEqual([true, false]);
});

test("periods that are changed one right after the other are both saved", async () => {
  const sent = openRetention();
  const input = { number: undefined, option: false };
  await Promise.all([
    setRetention.run({ kind: "events", days: 60 }, state, input),
    setRetention.run({ kind: "messages", days: 30 }, state, input),
  ]);
  expect(sent).toEqual([{ retention: { messages: 500, events: 60 } }, { retention: { messages: 30, events: 60 } }]);
});
