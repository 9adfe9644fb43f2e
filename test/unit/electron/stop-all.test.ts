import { expect, test } from "vitest";
import { stopAll, stopAndReport } from "../../../main/electron/stop-all.ts";
import type { Call } from "../../../main/ipc/router.ts";

const failure = { ok: false, failure: { code: "x", message: "The disk is full." } } as const;

function answering(campaigns: object | undefined, changes: object | undefined): Call {
  return (address) => {
    const value = address === "campaigns.stopAll" ? campaigns : changes;
    return Promise.resolve(value === undefined ? failure : { ok: true, value });
  };
}

test.each([
  ["nothing", { stopped: [], messages: 0 }, { stopped: [] }, "Nothing was sending."],
  ["campaigns", { stopped: [{}, {}], messages: 0 }, { stopped: [] }, "Stopped: 2 campaigns."],
  ["all kinds", { stopped: [{}], messages: 3 }, { stopped: [{}] }, "Stopped: 1 campaign, 3 messages, 1 quota change."],
  ["one of them", undefined, { stopped: [{}] }, "Stopped: 1 quota change. The disk is full."],
  ["none of them", undefined, undefined, "The disk is full. The disk is full."],
])("a stop of %s always answers in a sentence", async (_what, campaigns, changes, sentence) => {
  expect(await stopAll(answering(campaigns, changes))).toBe(sentence);
});

test.each([
  ["a notification", true, ["notification"]],
  ["the window where the desktop shows no notifications", false, ["notification", "window"]],
])("the answer of the tray is shown by %s", async (_what, supported, shown) => {
  const seen: string[] = [];
  await stopAndReport({
    call: answering({ stopped: [], messages: 1 }, { stopped: [] }),
    notify: (text) => {
      expect(text).toBe("Stopped: 1 message.");
      seen.push("notification");
      return supported;
    },
    showInWindow: (text) => {
      expect(text).toBe("Stopped: 1 message.");
      seen.push("window");
    },
  });
  expect(seen).toEqual(shown);
});
