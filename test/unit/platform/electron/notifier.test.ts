import { expect, test } from "vitest";
import { notificationBody, startNotifier, type Notice } from "../../../../main/platform/electron/notifier.ts";

const notice: Notice = { campaignId: "7", kind: "paused", title: "Paused", text: "It paused itself." };

function start(settings: { readonly notify: boolean; readonly lastAddress: string } | undefined, isFocused = false) {
  const notices: Notice[] = [];
  const opened: string[] = [];
  let emit = (_topic: string, _payload: unknown): void => undefined;
  startNotifier({
    call: () =>
      Promise.resolve(
        settings === undefined
          ? { ok: false, failure: { code: "internal", text: { code: "internal" } } }
          : { ok: true, value: settings },
      ),
    onTopic: (listener) => {
      emit = listener;
      return () => undefined;
    },
    isFocused: () => isFocused,
    show: (notice, onClick) => {
      notices.push(notice);
      onClick();
    },
    open: (address) => opened.push(address),
  });
  return { notices: notices, opened, emit: (topic: string) => emit(topic, notice) };
}

test("a campaign's notice is shown while the window has no focus, and opens its page", async () => {
  const { notices, opened, emit } = start({ notify: true, lastAddress: "/campaigns/7" });
  emit("campaigns.changed");
  emit("campaigns.notice");
  await expect.poll(() => notices).toEqual([notice]);
  expect(opened).toEqual(["/campaigns/7"]);
});

test("a notice is shown while the window shows another page", async () => {
  const { notices, emit } = start({ notify: true, lastAddress: "/campaigns/70" }, true);
  emit("campaigns.notice");
  await expect.poll(() => notices).toEqual([notice]);
});

test("a notice is shown if the settings cannot be read", async () => {
  const { notices, emit } = start(undefined);
  emit("campaigns.notice");
  await expect.poll(() => notices).toEqual([notice]);
});

test.each([
  ["while the window shows the campaign", { notify: true, lastAddress: "/campaigns/7?tab=recipients" }, true],
  ["to an operator who turned notifications off", { notify: false, lastAddress: "" }, false],
] as const)("nothing is shown %s", async (_case, settings, isFocused) => {
  const { notices, emit } = start(settings, isFocused);
  emit("campaigns.notice");
  await new Promise(setImmediate);
  expect(notices).toEqual([]);
});

test.each([
  ["linux", "&lt;a href=x&gt;R&amp;D&lt;/a&gt;"],
  ["win32", "<a href=x>R&D</a>"],
  ["darwin", "<a href=x>R&D</a>"],
] as const)("on %s the text of a notification is never markup", (platform, body) => {
  expect(notificationBody("<a href=x>R&D</a>", platform)).toBe(body);
});
