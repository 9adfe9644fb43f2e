/** The pictures of DNS configurations and service profiles, after a configuration was attached, detached and restored. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

interface Ids {
  readonly items: readonly { readonly id: string }[];
}

const escape = async (page: Page): Promise<void> => await page.keyboard.press("Escape");

/** Returns the scenes; their addresses are available once the first was prepared. */
export function networkScenes(): readonly Scene[] {
  let dns = "";
  let profile = "";
  const prepare = async (page: Page): Promise<void> => {
    const created = await callCore<{ readonly id?: string }>(page, "dns.create", {
      primary: "192.0.2.53",
      secondary: "198.51.100.53",
    });
    await callCore(page, "dns.create", { primary: "2001:db8::53", secondary: "2001:db8:1::53" });
    const { items } = await callCore<Ids>(page, "profiles.refresh", {});
    dns = created.id ?? "";
    profile = items[1]?.id ?? "";
    const other = items[2]?.id ?? "";
    await callCore(page, "dns.attach", { profile, dns });
    await callCore(page, "dns.detach", { profile });
    await callCore(page, "dns.undo", { profile });
    await callCore(page, "dns.attach", { profile: other, dns });
  };
  return [
    { name: "network", at: () => `/network?dns=${dns}`, prepare },
    {
      name: "network-delete",
      at: () => `/network?dns=${dns}`,
      act: async (page) => {
        await page.getByRole("button", { name: t(($) => $.network.dns.deleteBegin) }).click();
        await page.getByRole("dialog").waitFor();
      },
      leave: escape,
    },
    { name: "network-profile", at: () => `/network/profiles?profile=${profile}` },
    {
      name: "network-profile-new",
      at: "/network/profiles?profile=new",
      act: async (page) =>
        await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Meters, own DNS"),
    },
  ];
}
