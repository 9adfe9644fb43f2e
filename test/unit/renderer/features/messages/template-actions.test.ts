import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Template } from "#shared/contract/messages/templates.ts";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import type * as TemplateActions from "../../../../../renderer/features/messages/template-actions.ts";
import { openData } from "../../open-data.ts";

let deleteTemplate: typeof TemplateActions.deleteTemplate;
let useFleetdesk: typeof Store.useFleetdesk;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ deleteTemplate } = await import("../../../../../renderer/features/messages/template-actions.ts"));
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

test("a deletion closes its template, and leaves one that was opened meanwhile open", async () => {
  const { requests } = openData();
  const before = useFleetdesk.getState();
  onTestFinished(() => useFleetdesk.setState(before));
  useFleetdesk.setState({ notify: () => undefined });
  const closed: string[] = [];
  const address = (template: string): Store.State["address"] => ({
    path: ["messages", "templates"],
    query: { template },
  });
  for (const moved of ["3", "5"]) {
    useFleetdesk.setState({ address: address("3") });
    const state = { ...useFleetdesk.getState(), setQuery: () => void closed.push(moved) };
    const deleted = deleteTemplate.run({ id: 3, name: "Reset" } as Template, state, {
      number: undefined,
      option: false,
    });
    useFleetdesk.setState({ address: address(moved) });
    requests.shift()?.answer({});
    await deleted;
  }
  expect(closed).toEqual(["3"]);
});
