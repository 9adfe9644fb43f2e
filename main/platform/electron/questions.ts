/** System message boxes: before there is a window, or when the program is about to quit. */
import { toFailure } from "#shared/failure.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import type { diagnostics as diagnosticsContract } from "#shared/contract/diagnostics.ts";
import type { Client, Failure } from "#shared/contract/kit.ts";

async function confirm(parent: BrowserWindow | undefined, options: MessageBoxOptions): Promise<boolean> {
  const boxOptions = { noLink: true, cancelId: 1, defaultId: 1, ...options };
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(boxOptions)
    : dialog.showMessageBox(parent, boxOptions));
  return response === 0;
}

type StartDiagnostics = Pick<Client<typeof diagnosticsContract>, "run" | "saveReport">;

/** True to try again. */
export async function confirmRetryStart(
  { code, text }: Failure,
  logFile: string,
  diagnostics: StartDiagnostics,
): Promise<boolean> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: "error",
      title: t(($) => $.shell.product),
      message: t(($) => $.shell.dialogs.startFailed),
      detail: t(($) => $.shell.dialogs.startFailedDetail, { reason: formatText(text), code, logFile }),
      buttons: [t(($) => $.common.retry), t(($) => $.shell.dialogs.quit), t(($) => $.settings.diagnostics.run)],
      noLink: true,
      cancelId: 1,
      defaultId: 1,
    });
    if (response !== 2) return response === 0;
    await showChecks(diagnostics);
  }
}

/** The numbered checks, and the report on request. */
async function showChecks({ run, saveReport }: StartDiagnostics): Promise<void> {
  const { checks } = await run({});
  const lines = checks.map(({ id, result, message }, index) =>
    t(($) => $.shell.dialogs.check, {
      number: index + 1,
      check: t(($) => $.settings.diagnostics.check[id]),
      result: t(($) => $.settings.diagnostics.result[result]),
      message: formatText(message),
    }),
  );
  const save = await confirm(undefined, {
    type: "info",
    title: t(($) => $.shell.product),
    message: t(($) => $.settings.diagnostics.title),
    detail: lines.join("\n"),
    buttons: [t(($) => $.settings.diagnostics.report.save), t(($) => $.common.close)],
  });
  if (!save) return;
  try {
    await saveReport({});
  } catch (error) {
    await showMessage(undefined, formatText(toFailure(error).text));
  }
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

export async function showMessage(parent: BrowserWindow | undefined, text: string): Promise<void> {
  await confirm(parent, {
    type: "info",
    title: t(($) => $.shell.product),
    message: text,
    buttons: [t(($) => $.common.close)],
    cancelId: 0,
    defaultId: 0,
  });
}
