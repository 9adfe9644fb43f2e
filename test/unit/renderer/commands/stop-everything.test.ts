import { expect, onTestFinished, test } from "vitest";
import { stopEverything } from "../../../../renderer/commands/stop-everything.ts";
import type { State } from "../../../../renderer/store/store.ts";
import { makeCampaignStatus } from "../../../make/campaign-status.ts";

type Answers = Readonly<Record<"campaigns.stopAll" | "quotas.stopAll", object>>;

/** Runs the command against these answers; what it announced and the titles of its notifications. */
async function stop(answers: Answers): Promise<{ readonly announced: string[]; readonly titles: string[] }> {
  const call = (address: keyof Answers): Promise<object> => Promise.resolve(answers[address]);
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const told = { announced: [] as string[], titles: [] as string[] };
  const state = {
    announce: (text: string) => told.announced.push(text),
    tell: ({ title }: { readonly title: string }) => told.titles.push(title),
  };
  await stopEverything.run(state as unknown as State);
  return told;
}

const nothing = { "campaigns.stopAll": ok({ stopped: [], messages: 0 }), "quotas.stopAll": ok({ stopped: [] }) };

function ok(value: object): object {
  return { ok: true, value };
}

test("it is enabled while no campaign is known to send", () => {
  expect(stopEverything.enabled({ running: [], quotaWork: [] } as unknown as State)).toBe(true);
});

test("it answers, to the eye and to a screen reader, where there was nothing to stop", async () => {
  expect(await stop(nothing)).toEqual({ announced: ["Nothing was sending."], titles: ["Nothing was sending."] });
});

test("it says what was stopped", async () => {
  const stopped = [makeCampaignStatus({ state: "paused", reason: "user" })];
  const { announced, titles } = await stop({ ...nothing, "campaigns.stopAll": ok({ stopped, messages: 2 }) });
  expect(announced).toEqual(["Stopped: 1 campaign, 2 messages."]);
  expect(titles).toEqual(["“Night reset” was stopped", "2 messages stopped"]);
});

test("single messages alone get a visible answer as well", async () => {
  const told = await stop({ ...nothing, "campaigns.stopAll": ok({ stopped: [], messages: 1 }) });
  expect(told).toEqual({ announced: ["Stopped: 1 message."], titles: ["1 message stopped"] });
});

test("what was stopped is said although the other half failed", async () => {
  const told = stop({
    ...nothing,
    "campaigns.stopAll": { ok: false, failure: { code: "disk-full", message: "The disk is full." } },
  });
  await expect(told).rejects.toMatchObject({ message: "The disk is full." });
});
