import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { menuTemplate } from "../../../../main/platform/electron/menu.ts";

const { file, edit, view, fleet, help } = t(($) => $.shell.menus, { returnObjects: true });
const command = { id: "sync", title: "Synchronise", menu: "fleet", accelerator: "CmdOrCtrl+R", enabled: true } as const;
const options = { platform: "linux", debug: false, choose: (): void => undefined };
const labels = (platform: string): unknown[] =>
  menuTemplate([command, { ...command, id: "keys", menu: "help" }], { ...options, platform }).map(
    ({ label, role }) => label ?? role,
  );

test("other groups are between the standard menus", () => {
  expect(labels("linux")).toEqual([file, edit, view, fleet, "windowMenu", help]);
  expect(labels("darwin")).toEqual(["appMenu", file, edit, view, fleet, "windowMenu", help]);
});

test("a selected command is sent by its id, and its shortcut is only displayed", () => {
  const selectedIds: string[] = [];
  const template = menuTemplate([command], { ...options, choose: (id) => selectedIds.push(id) });
  const { submenu } = template.find(({ label }) => label === fleet) ?? {};
  const [item] = submenu as unknown as readonly { readonly click: () => void }[];
  item?.click();
  expect(selectedIds).toEqual(["sync"]);
  expect(item).toMatchObject({ label: "Synchronise", accelerator: "CmdOrCtrl+R", registerAccelerator: false });
});

test("reload and the inspector are for debugging only", () => {
  const text = (debug: boolean): string => JSON.stringify(menuTemplate([], { ...options, debug }));
  expect(text(false)).not.toMatch(/reload|toggleDevTools/);
  expect(text(true)).toMatch(/reload.*toggleDevTools/);
});
