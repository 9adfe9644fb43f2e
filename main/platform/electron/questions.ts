/** System message boxes: before there is a window, or when the program is about to quit. */
import { formatText, t } from "#shared/texts/text.ts";
import { dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import type { Failure } from "#shared/contract/kit.ts";

async function confirm(parent: BrowserWindow | undefined, options: MessageBoxOptions): Promise<boolean> {
  const boxOptions = { noLink: true, cancelId: 1, defaultId: 1, ...options };
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(boxOptions)
    : dialog.showMessageBox(parent, boxOptions));
  return response === 0;
}

/** True to try again. */
export async function confirmRetryStart({ code, text }: Failure, logFile: string): Promise<boolean> {
  return await confirm(undefined, {
    type: "error",
    title: t(($) => $.shell.product),
    message: t(($) => $.shell.dialogs.startFailed),
    detail: t(($) => $.shell.dialogs.startFailedDetail, { reason: formatText(text), code, logFile }),
    buttons: [t(($) => $.common.retry), t(($) => $.shell.dialogs.quit)],
  });
}

/** True to load a page again that crashed several times. */
export async function confirmReload(parent: BrowserWindow): Promise<boolean> {
  return await confirm(parent, {
    type: "error",
    title: t(($) => $.shell.product),
    message: t(($) => $.shell.dialogs.crashed),
    detail: t(($) => $.shell.dialogs.crashedDetail),
    buttons: [t(($) => $.shell.dialogs.reloadWindow), t(($) => $.shell.dialogs.quit)],
    defaultId: 0,
  });
}

/** The result of the tray's “Stop all sending”, where the desktop shows no notifications. */
export async function reportStop(parent: BrowserWindow, text: string): Promise<void> {
  await confirm(parent, {
    type: "info",
    title: t(($) => $.shell.product),
    message: text,
    buttons: [t(($) => $.common.close)],
    cancelId: 0,
    defaultId: 0,
  });
}

/** True to open the link in the browser. */
export async function confirmOpenLink(parent: BrowserWindow | undefined, url: string, host: string): Promise<boolean> {
  return await confirm(parent, {
    type: "question",
    title: t(($) => $.shell.product),
    message: t(($) => $.shell.dialogs.openLinkQuestion, { host }),
    detail: url,
    buttons: [t(($) => $.shell.dialogs.openLink), t(($) => $.common.cancel)],
  });
}
