/** The audit after everything that the other scenes did, with one entry of a quota, and the chain checked. */
import type { Page } from "playwright-core";
import type { Scene } from "./scenes.ts";
import { ask } from "./stage.ts";

interface Entries {
  readonly items: readonly { readonly id: string; readonly what: string }[];
}

/** `endpoint`: id of one of the list. */
export function auditScenes(endpoint: string): readonly Scene[] {
  let entry = "";
  const prepare = async (page: Page): Promise<void> => {
    const expiresAt = Date.UTC(2031, 11, 31, 12);
    for (const volume of [50, 75]) {
      await ask(page, "quotas.change", { endpoint, kind: "data", operation: { op: "set", volume, expiresAt } });
    }
    const { items } = await ask<Entries>(page, "audit.list", { limit: 50 });
    entry = items.find(({ what }) => what === "Set the data quota")?.id ?? "";
  };
  return [
    {
      name: "audit",
      at: "/audit",
      prepare,
      act: async (page) => {
        await page.getByRole("button", { name: "Check the chain" }).click();
        await page.getByText("The chain is sound").waitFor();
      },
    },
    { name: "audit-entry", at: () => `/audit?entry=${entry}` },
  ];
}
