/** The audit log after all other scenes, with one entry of a quota, and the verified chain. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

interface Entries {
  readonly items: readonly { readonly id: string; readonly operation: string }[];
}

/** `endpoint`: id of a listed endpoint. */
export function auditScenes(endpoint: string): readonly Scene[] {
  let entry = "";
  const prepare = async (page: Page): Promise<void> => {
    const expiresAt = Date.UTC(2031, 11, 31, 12);
    for (const volume of [50, 75]) {
      await callCore(page, "quotas.change", { endpoint, kind: "data", operation: { op: "set", volume, expiresAt } });
    }
    const { items } = await callCore<Entries>(page, "audit.list", { limit: 50 });
    entry = items.find(({ operation }) => operation === formatText(codedText("set-data-quota")))?.id ?? "";
  };
  return [
    {
      name: "audit",
      at: "/audit",
      prepare,
      act: async (page) => {
        await page.getByRole("button", { name: t(($) => $.audit.verify) }).click();
        await page.getByText(t(($) => $.audit.verdict.verified)).waitFor();
      },
    },
    { name: "audit-entry", at: () => `/audit?entry=${entry}` },
  ];
}
