import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { State } from "../../../../../renderer/app/store/store.ts";
import { setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import { saveTextDraft } from "../../../../../renderer/lib/draft-storage.ts";
import { manyDraftName } from "../../../../../renderer/features/quotas/quota-form.ts";
import { defaultLimits } from "../../../../../renderer/features/quotas/quota-query.ts";
import type * as QuotasOverview from "../../../../../renderer/features/quotas/quotas-overview.tsx";
import { openData } from "../../open-data.ts";
import { nextTask } from "../../open-slice.ts";

let topUp: typeof QuotasOverview.topUp;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ topUp } = await import("../../../../../renderer/features/quotas/quotas-overview.tsx"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

test("a group whose endpoints are read while another connection is selected is not topped up", async () => {
  // The focus moves to the volume in a later frame.
  const frames = { requestAnimationFrame: () => 0, cancelAnimationFrame: () => undefined };
  Object.assign(globalThis, frames);
  onTestFinished(() => {
    saveTextDraft(`quota/Acme/${manyDraftName}`, "");
    for (const name of Object.keys(frames)) Reflect.deleteProperty(globalThis, name);
  });
  const connect = (name: string): void =>
    setCachedData("connections.list", {}, { connections: [{ name, current: true }] } as never);
  const { useFleetdesk } = await import("../../../../../renderer/app/store/store.ts");
  const run = async (name: string): Promise<readonly unknown[]> => {
    const { requests } = openData();
    connect("Acme");
    const calls: unknown[] = [];
    const state: State = {
      ...useFleetdesk.getState(),
      takeQuotaSource: (source) => void calls.push(source),
      navigate: ({ path }) => void calls.push(path),
    };
    const listed = { ...defaultLimits, kind: "data", group: "empty", sort: "endpoint", descending: false } as const;
    const done = topUp.run({ connection: "Acme", listed, count: 1 }, state, { number: undefined, option: false });
    connect(name);
    await nextTask();
    requests[0]?.answer({ items: [{ endpoint: "7" }] });
    await done;
    return calls;
  };
  expect(await run("Acme")).toEqual([{ ids: ["7"] }, ["quotas", "new"]]);
  expect(await run("Bravo")).toEqual([]);
});
