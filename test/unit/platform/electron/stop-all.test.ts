import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { stopAll, stopAndReport } from "../../../../main/platform/electron/running-work.ts";
import type { Call } from "../../../../main/core/ipc/router.ts";

const failure = { ok: false, failure: { code: "x", text: { code: "aborted" } } } as const;

const aborted = formatText(codedText("aborted"));
const campaigns = (count: number): string => t(($) => $.shell.stopped.campaignCount, { count });
const messages = (count: number): string => t(($) => $.common.messageCount, { count });
const quotaChanges = (count: number): string => t(($) => $.shell.stopped.quotaChangeCount, { count });
const summary = (items: readonly string[]): string => t(($) => $.shell.stopped.summary, { items: items.join(", ") });

function answering(stopped: object | undefined, changes: object | undefined): Call {
  return (address) => {
    const value = address === "campaigns.stopAll" ? stopped : changes;
    return Promise.resolve(value === undefined ? failure : { ok: true, value });
  };
}

test.each([
  ["nothing", { stopped: [], messages: 0 }, { stopped: [] }, t(($) => $.shell.stopped.nothing)],
  ["campaigns", { stopped: [{}, {}], messages: 0 }, { stopped: [] }, summary([campaigns(2)])],
  [
    "all kinds",
    { stopped: [{}], messages: 3 },
    { stopped: [{}] },
    summary([campaigns(1), messages(3), quotaChanges(1)]),
  ],
  ["one of them", undefined, { stopped: [{}] }, `${summary([quotaChanges(1)])} ${aborted}`],
  ["none of them", undefined, undefined, `${aborted} ${aborted}`],
])("a stop of %s always returns a sentence", async (_what, stopped, changes, sentence) => {
  expect(await stopAll(answering(stopped, changes))).toBe(sentence);
});

test.each([
  ["a notification", "shown", ["notification"]],
  ["the window where the desktop shows no notifications", "unsupported", ["notification", "window"]],
  ["the window where the desktop rejects the notification", "failed", ["notification", "window"]],
])("the result of the tray's stop is shown by %s", async (_what, result, expected) => {
  const seen: string[] = [];
  await stopAndReport({
    call: answering({ stopped: [], messages: 1 }, { stopped: [] }),
    notify: (text, onFailed) => {
      expect(text).toBe(summary([messages(1)]));
      seen.push("notification");
      if (result === "failed") onFailed();
      return result !== "unsupported";
    },
    showInWindow: (text) => {
      expect(text).toBe(summary([messages(1)]));
      seen.push("window");
    },
  });
  expect(seen).toEqual(expected);
});
