import { beforeEach, expect, onTestFinished, test } from "vitest";
import type * as ExportActions from "../../../../../renderer/features/fleet/export-actions.ts";
import type * as Store from "../../../../../renderer/app/store/store.ts";

let exportRows: typeof ExportActions.exportRows;
let useFleetdesk: typeof Store.useFleetdesk;

/** The bridge answers only when the test does; tickets are those of calls and of their cancellations. */
function openBridge(): {
  readonly answer: (outcome: object) => void;
  readonly called: readonly string[];
  readonly cancelled: readonly string[];
} {
  const { promise, resolve } = Promise.withResolvers<object>();
  const called: string[] = [];
  const cancelled: string[] = [];
  const bridge = {
    call: async (_address: string, _input: unknown, ticket: string) => {
      called.push(ticket);
      return await promise;
    },
    cancel: (ticket: string) => void cancelled.push(ticket),
  };
  Object.assign(globalThis, { window: { location: { hash: "" }, fleet: bridge } });
  useFleetdesk.setState({ notifications: [] });
  onTestFinished(() => {
    useFleetdesk.setState({ notifications: [] });
    Reflect.deleteProperty(globalThis, "window");
  });
  return { answer: resolve, called, cancelled };
}

beforeEach(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  ({ exportRows } = await import("../../../../../renderer/features/fleet/export-actions.ts"));
});

type Target = Parameters<typeof exportRows.run>[0];
const target: Target = async () => ({
  collection: "endpoint",
  columns: [{ path: "name", title: "Name" }],
  filter: "",
  sort: "",
});
const input = { number: undefined, option: false };

test("an export of rows can be cancelled while it runs, and a cancelled one is no failure", async () => {
  const { answer, called, cancelled } = openBridge();
  const running = exportRows.run(target, useFleetdesk.getState(), input);
  await expect.poll(() => called).toHaveLength(1);
  useFleetdesk.getState().cancelExport?.();
  expect(cancelled).toEqual(called);
  answer({ ok: false, failure: { code: "aborted", text: { code: "aborted" } } });
  await running;
  expect(useFleetdesk.getState()).toMatchObject({ cancelExport: undefined, notifications: [] });
});

test("a failed export throws its failure and cannot be cancelled any more", async () => {
  const { answer } = openBridge();
  const running = exportRows.run(target, useFleetdesk.getState(), input);
  answer({ ok: false, failure: { code: "disk-full", text: { code: "disk-full" } } });
  await expect(running).rejects.toMatchObject({ code: "disk-full" });
  expect(useFleetdesk.getState().cancelExport).toBeUndefined();
});
