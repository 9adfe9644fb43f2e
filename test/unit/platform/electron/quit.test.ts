import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  confirmQuit,
  createQuit,
  type Quit,
  type QuitAnswer,
  type QuitQuestion,
} from "../../../../main/platform/electron/quit.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

type MessageBoxOptions = Parameters<QuitQuestion["showMessageBox"]>[0];

interface Case {
  readonly work?: readonly string[];
  readonly answer?: QuitAnswer;
  readonly stop?: () => Promise<void>;
}

function quitting({ work = [], answer = "quit", stop = () => Promise.resolve() }: Case): {
  readonly quit: Quit;
  readonly did: string[];
} {
  const did: string[] = [];
  const quit = createQuit({
    work: () => Promise.resolve(work),
    confirm: (running) => {
      did.push(`ask ${running.join()}`);
      return Promise.resolve(answer);
    },
    hide: () => did.push("hide"),
    stop: async () => {
      did.push("stop");
      await stop();
    },
    end: () => did.push("end"),
    log: createFakeLog(),
  });
  return { quit, did };
}

test("stops and ends without a confirmation when nothing is running", async () => {
  const { quit, did } = quitting({});
  await quit.request();
  expect(did).toEqual(["stop", "end"]);
  expect(quit.mayEnd).toBe(true);
});

test("confirms running work first, and continues it when the operator cancels", async () => {
  const { quit, did } = quitting({ work: ["a"], answer: "stay" });
  await quit.request();
  await quit.request();
  expect(did).toEqual(["ask a", "ask a"]);
  expect(quit.mayEnd).toBe(false);
});

test("the work continues without a window if the operator chooses so", async () => {
  const { quit, did } = quitting({ work: ["a"], answer: "hide" });
  await quit.request();
  expect(did).toEqual(["ask a", "hide"]);
  expect(quit.mayEnd).toBe(false);
});

test("ignores a second request during the confirmation or the stop", async () => {
  const { quit, did } = quitting({ work: ["a"] });
  await Promise.all([quit.request(), quit.request(), quit.request()]);
  await quit.request();
  expect(did).toEqual(["ask a", "stop", "end"]);
});

test("stops once without a confirmation when the computer shuts down", async () => {
  const { quit, did } = quitting({ work: ["a"] });
  await Promise.all([quit.request(), quit.force(), quit.force()]);
  expect(did.filter((step) => step !== "ask a")).toEqual(["stop", "end"]);
});

test("nothing delays the end of the system's session, not even a core that does not stop", async () => {
  const { quit } = quitting({ work: ["a"], stop: () => new Promise(() => undefined) });
  void quit.force();
  expect(quit.mayEnd).toBe(true);
});

test("ends even if stopping has failed", async () => {
  const { quit, did } = quitting({ stop: () => Promise.reject(new Error("disk")) });
  await quit.request();
  expect(did).toEqual(["stop", "end"]);
});

const labels = [
  t(($) => $.shell.dialogs.pauseAndQuit),
  t(($) => $.shell.dialogs.keepRunning),
  t(($) => $.shell.dialogs.continueInTray),
];

async function answering(response: number, canHide: boolean): Promise<[answer: QuitAnswer, box: MessageBoxOptions]> {
  const boxes: MessageBoxOptions[] = [];
  const showMessageBox = (box: MessageBoxOptions): Promise<{ readonly response: number }> => {
    boxes.push(box);
    return Promise.resolve({ response });
  };
  const answer = await confirmQuit({ clock: createFakeClock(), canHide, showMessageBox }, ["a", "b"]);
  return [answer, boxes[0] as MessageBoxOptions];
}

test("the question names the work, and offers the background only where there is one", async () => {
  const [answer, box] = await answering(2, true);
  expect([answer, box.buttons, box.defaultId, box.cancelId]).toEqual(["hide", labels, 1, 1]);
  expect(box.detail).toContain("a\nb");
  const [answered, without] = await answering(1, false);
  expect([answered, without.buttons]).toEqual(["stay", labels.slice(0, 2)]);
  expect((await answering(0, false))[0]).toBe("quit");
});

test("without an answer the question ends, and the work continues", async () => {
  const clock = createFakeClock();
  // The system answers a dialog that is taken away as cancelled.
  const showMessageBox = ({ signal, cancelId = 0 }: MessageBoxOptions): Promise<{ readonly response: number }> =>
    new Promise((resolve) => {
      signal?.addEventListener("abort", () => resolve({ response: cancelId }));
    });
  const answer = confirmQuit({ clock, canHide: true, showMessageBox }, ["a"]);
  await clock.advance(59_000);
  await clock.advance(1_000);
  expect(await answer).toBe("stay");
});
