/** Presses and dialogs: what is confirmed is what is visible, once. */
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { t } from "#shared/texts/text.ts";
import type { Action } from "../../../../../renderer/app/actions/action.ts";
import type * as RunAction from "../../../../../renderer/app/actions/run-action.tsx";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import { queryClient, setCachedData } from "../../../../../renderer/data/fleet-query.ts";

let runAction: typeof RunAction.runAction;
let useFleetdesk: typeof Store.useFleetdesk;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ runAction } = await import("../../../../../renderer/app/actions/run-action.tsx"));
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

afterEach(() => {
  useFleetdesk.setState({ pendingAction: undefined, runningActions: {} });
  useFleetdesk.getState().clearNotifications();
});

/** An action that does not end before `finish`. */
function unfinished(options: Pick<Action<string>, "repeatable">): {
  readonly action: Action<string>;
  readonly runs: () => number;
  readonly finish: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await promise;
  };
  return { action: { id: "test-action", title: "Test", run, ...options }, runs: () => runs, finish: resolve };
}

test("runs once at a time", async () => {
  const { action, runs, finish } = unfinished({});
  const first = runAction(action, "target");
  expect(await runAction(action, "target")).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(await runAction(action, "target")).toBe(true);
  expect(runs()).toBe(2);
});

test("a toggle that is pressed twice runs twice", async () => {
  const { action, runs, finish } = unfinished({ repeatable: true });
  const pressed = [runAction(action, "target"), runAction(action, "target")];
  finish();
  expect(await Promise.all(pressed)).toEqual([true, true]);
  expect(runs()).toBe(2);
});

const input = { number: undefined, option: false };

interface Stage {
  readonly action: Action<string>;
  readonly runs: readonly string[];
  readonly fail: () => void;
  readonly end: () => void;
}

/** An action with a confirmation, that runs until the test ends it. */
function createAction(id: string, scope: string): Stage {
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  const runs: string[] = [];
  return {
    action: {
      id,
      title: id,
      scope: () => scope,
      confirm: () => ({ title: id, confirmLabel: id }),
      run: async (target) => {
        runs.push(target);
        await promise;
      },
    },
    runs,
    fail: () => reject(new Error("lost")),
    end: () => resolve(),
  };
}

/** Requests the confirmation, and confirms. */
function confirm(action: Action<string>, target: string): Promise<void> | undefined {
  void runAction(action, target);
  return useFleetdesk.getState().pendingAction?.run(input);
}

const dialog = (): string | undefined => useFleetdesk.getState().pendingAction?.confirmation()?.title;

function connect(name: string): void {
  setCachedData("connections.list", {}, { connections: [{ name, current: true }] } as never);
  onTestFinished(() => queryClient.clear());
}

test("a second confirmation does not run the action again, and does not close the dialog as if it had", async () => {
  const start = createAction("start", "change 1");
  const first = confirm(start.action, "a");
  await useFleetdesk.getState().pendingAction?.run(input);
  expect([start.runs, dialog()]).toEqual([["a"], "start"]);
  start.end();
  await first;
  expect([start.runs, dialog()]).toEqual([["a"], undefined]);
});

test("an action that ends later neither closes nor replaces the dialog of another one", async () => {
  for (const end of ["end", "fail"] as const) {
    const start = createAction("start", "change 1");
    const undo = createAction("undo", "change 2");
    const first = confirm(start.action, "a");
    useFleetdesk.getState().setPendingAction(undefined);
    void runAction(undo.action, "b");
    start[end]();
    await first;
    expect([end, dialog(), undo.runs]).toEqual([end, "undo", []]);
  }
  expect(useFleetdesk.getState().notifications.map(({ about }) => about)).toEqual(["failed change 1"]);
});

test("a failure is shown in the dialog of its action", async () => {
  const start = createAction("start", "change 1");
  const first = confirm(start.action, "a");
  start.fail();
  await first;
  expect(useFleetdesk.getState().pendingAction?.failure?.code).toBe("window-error");
});

test("a failure after its dialog was closed is a notification, also over another connection", async () => {
  connect("Acme");
  for (const name of ["Acme", "Bravo"]) {
    useFleetdesk.setState({ notifications: [] });
    const remove = createAction("delete", "dns 5");
    const first = confirm(remove.action, "5");
    useFleetdesk.getState().setPendingAction(undefined);
    connect(name);
    remove.fail();
    await first;
    const about = useFleetdesk.getState().notifications.map((one) => one.about);
    expect([name, dialog(), about]).toEqual([name, undefined, ["failed dns 5"]]);
  }
});

test("an unavailable action that was started by a key says why", async () => {
  const { action, runs } = unfinished({});
  expect(await runAction({ ...action, disabledReason: () => "Not now." }, "target")).toBe(false);
  expect(runs()).toBe(0);
  expect(useFleetdesk.getState().toast).toMatchObject({ title: "Test", text: "Not now." });
});

test("an action says that another one of its scope is running", async () => {
  const start = createAction("start", "campaign 1");
  const started = confirm(start.action, "a");
  expect(await runAction({ ...createAction("speed", "campaign 1").action, confirm: undefined }, "a")).toBe(false);
  expect(useFleetdesk.getState().toast).toMatchObject({
    title: "speed",
    text: t(($) => $.shell.unavailable.otherRunning),
  });
  start.end();
  await started;
});

test("an action that changes something does not run while the data directory is read-only", async () => {
  const { action, runs, finish } = unfinished({});
  useFleetdesk.setState({ readOnly: { code: "data-dir-read-only", text: { code: "data-dir-read-only", params: {} } } });
  expect(await runAction(action, "target")).toBe(false);
  expect(runs()).toBe(0);
  const reading = runAction({ ...action, changesNothing: true }, "target");
  finish();
  expect(await reading).toBe(true);
  useFleetdesk.setState({ readOnly: undefined });
});

test("a confirmation that is prepared while another page or connection is opened does not open", async () => {
  const moves = {
    none: () => undefined,
    page: () => useFleetdesk.setState({ address: { path: ["audit"], query: {} } }),
    connection: () => connect("Bravo"),
  };
  for (const [moved, move] of Object.entries(moves)) {
    useFleetdesk.setState({ address: { path: ["network"], query: {} }, pendingAction: undefined });
    connect("Acme");
    const { promise, resolve } = Promise.withResolvers<void>();
    const { action, runs } = createAction("delete", "dns 7");
    const pressed = runAction({ ...action, prepare: () => promise }, "7");
    move();
    resolve();
    expect(await pressed).toBe(false);
    expect([moved, dialog(), runs]).toEqual([moved, moved === "none" ? "delete" : undefined, []]);
  }
});

test("a confirmation that is prepared while the dialog of another action is opened does not replace it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const openWave = createAction("open-wave", "campaign 1");
  const pressed = runAction({ ...openWave.action, prepare: () => promise }, "1");
  void runAction(createAction("cancel", "campaign 1").action, "1");
  resolve();
  expect(await pressed).toBe(false);
  expect([dialog(), openWave.runs]).toEqual(["cancel", []]);
});
