/** Input from other programs: text in the clipboard, a file that is opened or dropped. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expectRows, expectSomeRows } from "./big-fleet.ts";
import { expectFocus } from "./focus.ts";

/** As if another program had copied it; the focus does not change. */
export async function putInClipboard(page: Page, text: string): Promise<void> {
  const copied = await page.evaluate(`(() => {
    const focused = document.activeElement;
    const field = document.createElement("textarea");
    field.value = ${JSON.stringify(text)};
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus();
    return done;
  })()`);
  if (copied !== true) throw new Error("The clipboard cannot be written.");
}

/** Pastes the clipboard as a filter that matches one row of the list, and opens that row; by keyboard, step by step. */
export async function openByFilter(page: Page, list: Locator): Promise<void> {
  await expectSomeRows(list);
  await page.keyboard.press("/");
  await expectFocus(
    page,
    page.getByLabel(
      t(($) => $.shell.filter.label),
      { exact: true },
    ),
  );
  await page.keyboard.press("ControlOrMeta+V");
  await expectRows(list, 1);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: t(($) => $.shell.filter.removeCondition, { condition: "" }) }).waitFor();
  await page.keyboard.press("Enter");
  await expectFocus(page, list);
  await page.keyboard.press("Enter");
}

/** Selected in the dialog that the button opens. */
export async function openFile(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
  const opening = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await opening).setFiles({ name, mimeType: "text/csv", buffer });
}

/** Dropped on a region by its name; `bytes` is JavaScript that creates its content in the page, so that large files cost nothing. */
export async function dropFile(page: Page, region: string, name: string, bytes: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const held = new DataTransfer();
    held.items.add(new File([${bytes}], ${JSON.stringify(name)}));
    return held;
  })()`);
  const target = page.getByRole("region", { name: region });
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}
