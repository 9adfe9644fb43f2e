import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { stopEverything } from "../../../../../renderer/app/actions/stop-everything.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

const nothingTitle = t(($) => $.shell.stopped.nothingTitle);
const campaigns = (count: number): string => t(($) => $.shell.stopped.campaignCount, { count });
const messages = (count: number): string => t(($) => $.common.messageCount, { count });
const summary = (...items: readonly string[]): string => t(($) => $.shell.stopped.summary, { items: items.join(", ") });

type Answers = Readonly<Record<"campaigns.stopAll" | "quotas.stopAll", object>>;

/** Runs the command with these responses; returns its announcements and the titles of its notifications. */
async function stop(answers: Answers): Promise<{ readonly announced: string[]; readonly titles: string[] }> {
  const call = (address: keyof Answers): Promise<object> => Promise.resolve(answers[address]);
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const feedback = { announced: [] as string[], titles: [] as string[] };
  const state = {
    announce: (text: string) => feedback.announced.push(text),
    notify: ({ title }: { readonly title: string }) => feedback.titles.push(title),
  };
  await stopEverything.run(state as unknown as State, state as unknown as State, { number: undefined, option: false });
  return feedback;
}

const nothing = { "campaigns.stopAll": ok({ stopped: [], messages: 0 }), "quotas.stopAll": ok({ stopped: [] }) };

function ok(value: object): object {
  return { ok: true, value };
}

test("is available even if no campaign is known to be sending, and needs no confirmation", () => {
  expect([stopEverything.disabledReason, stopEverything.confirm]).toEqual([undefined, undefined]);
});

test("shows and announces the result if nothing was running", async () => {
  expect(await stop(nothing)).toEqual({ announced: [nothingTitle], titles: [nothingTitle] });
});

test("reports what was stopped", async () => {
  const stopped = [makeCampaignStatus({ state: "paused", reason: "user" })];
  const { announced, titles } = await stop({ ...nothing, "campaigns.stopAll": ok({ stopped, messages: 2 }) });
  expect(announced).toEqual([summary(campaigns(1), messages(2))]);
  expect(titles).toEqual([
    t(($) => $.shell.stopped.work, { name: "Night reset" }),
    t(($) => $.shell.stopped.messages, { count: 2 }),
  ]);
});

test("shows a notification if only single messages were stopped", async () => {
  const feedback = await stop({ ...nothing, "campaigns.stopAll": ok({ stopped: [], messages: 1 }) });
  expect(feedback).toEqual({
    announced: [summary(messages(1))],
    titles: [t(($) => $.shell.stopped.messages, { count: 1 })],
  });
});

test("reports what was stopped even if the other half failed", async () => {
  const feedback = stop({
    ...nothing,
    "campaigns.stopAll": { ok: false, failure: { code: "disk-full", text: { code: "disk-full" } } },
  });
  await expect(feedback).rejects.toMatchObject({ code: "disk-full" });
});
