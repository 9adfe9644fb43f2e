import { expect, test } from "vitest";
import { notificationBody, startNotifier, type Notice } from "../../../main/electron/notifier.ts";

const notice: Notice = { campaignId: "7", kind: "paused", title: "Paused", text: "It paused itself." };

function start(settings: { readonly notify: boolean } | undefined, isLookedAt = false) {
  const shown: Notice[] = [];
  const opened: string[] = [];
  let tell = (_topic: string, _payload: unknown): void => undefined;
  startNotifier({
    call: () =>
      Promise.resolve(
        settings === undefined
          ? { ok: false, failure: { code: "internal", text: { code: "internal" } } }
          : { ok: true, value: settings },
      ),
    onTopic: (listener) => {
      tell = listener;
      return () => undefined;
    },
    isLookedAt: () => isLookedAt,
    show: (what, onClick) => {
      shown.push(what);
      onClick();
    },
    open: (address) => opened.push(address),
  });
  return { shown, opened, tell: (topic: string) => tell(topic, notice) };
}

test("a campaign's notice is shown while nobody looks, and leads to its page", async () => {
  const { shown, opened, tell } = start({ notify: true });
  tell("campaigns.changed");
  tell("campaigns.notice");
  await expect.poll(() => shown).toEqual([notice]);
  expect(opened).toEqual(["/campaigns/7"]);
});

test("settings that cannot be read do not keep it quiet", async () => {
  const { shown, tell } = start(undefined);
  tell("campaigns.notice");
  await expect.poll(() => shown).toEqual([notice]);
});

test.each([
  ["while somebody looks at the window", { notify: true }, true],
  ["to a person who does not want to be told", { notify: false }, false],
] as const)("nothing is shown %s", async (_case, settings, isLookedAt) => {
  const { shown, tell } = start(settings, isLookedAt);
  tell("campaigns.notice");
  await new Promise(setImmediate);
  expect(shown).toEqual([]);
});

test.each([
  ["linux", "&lt;a href=x&gt;R&amp;D&lt;/a&gt;"],
  ["win32", "<a href=x>R&D</a>"],
  ["darwin", "<a href=x>R&D</a>"],
] as const)("on %s the text of a notification is never markup", (platform, body) => {
  expect(notificationBody("<a href=x>R&D</a>", platform)).toBe(body);
});
