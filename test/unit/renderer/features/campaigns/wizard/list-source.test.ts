import { beforeAll, expect, onTestFinished, test } from "vitest";
import type * as Store from "../../../../../../renderer/app/store/store.ts";
import type * as ListSource from "../../../../../../renderer/features/campaigns/wizard/list-source.tsx";
import { readHook } from "../../../open-data.ts";

let useFleetdesk: typeof Store.useFleetdesk;
let useListFile: typeof ListSource.useListFile;
const list = { id: 4, name: "meters.csv", columns: ["Pin"], column: "Pin", rows: 1, head: [["70001"]], createdAt: 1 };

beforeAll(async () => {
  const call = (): Promise<unknown> => Promise.resolve({ ok: true, value: list });
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, {
    window: { clearTimeout, fleet: { call }, location: { hash: "" }, setTimeout: () => undefined },
  });
  ({ useFleetdesk } = await import("../../../../../../renderer/app/store/store.ts"));
  ({ useListFile } = await import("../../../../../../renderer/features/campaigns/wizard/list-source.tsx"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

/** Drops a file on a new draft; `meanwhile` runs before its content arrives. Resolves with the audience of the draft that is open then. */
async function dropFile(meanwhile: () => Promise<void>): Promise<unknown> {
  onTestFinished(async () => {
    await useFleetdesk.getState().saveWizard();
    useFleetdesk.setState(useFleetdesk.getInitialState());
  });
  await useFleetdesk.getState().openWizard(undefined);
  const file = new File(["Pin\n70001\n"], "meters.csv");
  const content = Promise.withResolvers<ArrayBuffer>();
  file.arrayBuffer = () => content.promise;
  const taking = readHook(useListFile).take([file]);
  await meanwhile();
  content.resolve(await new Blob([file]).arrayBuffer());
  await taking;
  return useFleetdesk.getState().wizard?.body.audience;
}

test("a dropped file is added to the draft", async () => {
  expect(await dropFile(() => Promise.resolve())).toEqual([{ op: "add", source: { list: { id: 4 } } }]);
});

test("a dropped file is not added to another draft that is opened while it is read", async () => {
  expect(await dropFile(() => useFleetdesk.getState().openWizard(undefined))).toBeUndefined();
});
