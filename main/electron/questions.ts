/** What the program asks in the system's own message boxes: before there is a window, or when it is about to go. */
import { dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import type { Failure } from "#contract/kit.ts";

async function ask(parent: BrowserWindow | undefined, options: MessageBoxOptions): Promise<boolean> {
  const shown = { noLink: true, cancelId: 1, defaultId: 1, ...options };
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(shown)
    : dialog.showMessageBox(parent, shown));
  return response === 0;
}

/** True to try again. */
export async function askAfterFailedStart({ code, message }: Failure, logFile: string): Promise<boolean> {
  return await ask(undefined, {
    type: "error",
    title: "Fleetdesk",
    message: "Fleetdesk cannot start.",
    detail: `${message}\n\nCode: ${code}\nLog: ${logFile}`,
    buttons: ["Try again", "Quit"],
  });
}

/** True to pause what runs and leave. */
export async function askBeforeQuit(parent: BrowserWindow | undefined, work: readonly string[]): Promise<boolean> {
  return await ask(parent, {
    type: "question",
    title: "Fleetdesk",
    message: "Pause what is running and quit?",
    detail: `${work.join("\n")}\n\nNothing is lost and nothing is sent twice. What is paused goes on from here once you start it again.`,
    buttons: ["Pause and quit", "Keep running"],
  });
}

/** What the panic stop of the tray stopped, where the desktop shows no notifications. */
export async function reportStop(parent: BrowserWindow, text: string): Promise<void> {
  await ask(parent, { type: "info", title: "Fleetdesk", message: text, buttons: ["Close"], cancelId: 0, defaultId: 0 });
}

/** True to open the link in the browser. */
export async function askAboutLink(parent: BrowserWindow | undefined, url: string, host: string): Promise<boolean> {
  return await ask(parent, {
    type: "question",
    title: "Fleetdesk",
    message: `Open ${host} in your browser?`,
    detail: url,
    buttons: ["Open", "Cancel"],
  });
}
