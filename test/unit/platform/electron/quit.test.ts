import { expect, test } from "vitest";
import { createQuit, type Quit } from "../../../../main/platform/electron/quit.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

interface Case {
  readonly work?: readonly string[];
  readonly answer?: boolean;
  readonly stop?: () => Promise<void>;
}

function quitting({ work = [], answer = true, stop = () => Promise.resolve() }: Case): {
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
  expect(quit.done).toBe(true);
});

test("confirms running work first, and continues it when the operator cancels", async () => {
  const { quit, did } = quitting({ work: ["a"], answer: false });
  await quit.request();
  await quit.request();
  expect(did).toEqual(["ask a", "ask a"]);
  expect(quit.done).toBe(false);
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

test("ends even if stopping has failed", async () => {
  const { quit, did } = quitting({ stop: () => Promise.reject(new Error("disk")) });
  await quit.request();
  expect(did).toEqual(["stop", "end"]);
});
