/** Electron's `dialog`: answered by the user of a visible window, or by the script of a test; else as if it were closed. */
import { homedir } from "node:os";
import { join } from "node:path";
import { BrowserWindow } from "./browser-window.ts";
import { visible } from "./browser.ts";
import { record, scripted } from "./shell-state.ts";

interface MessageBox {
  readonly message: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly cancelId?: number;
}

/** Every dialog has an optional parent as its first argument. */
const optionsOf = <T>(args: readonly unknown[]): T => (args.length > 1 ? args[1] : args[0]) as T;

/** Chromium's own dialogs have two buttons; the first of ours is "OK". */
async function showBox({ message, detail = "", buttons = ["OK"] }: MessageBox): Promise<number | undefined> {
  const [window] = BrowserWindow.getAllWindows();
  if (!visible || window === undefined) return undefined;
  return (await window.showDialog("confirm", `${message}\n\n${detail}\n\nOK: ${buttons[0] ?? ""}`)) === true
    ? 0
    : undefined;
}

async function promptForPath(title: string, defaultPath: string): Promise<string> {
  const [window] = BrowserWindow.getAllWindows();
  if (!visible || window === undefined) return "";
  const path = await window.showDialog("prompt", title, join(homedir(), defaultPath));
  return typeof path === "string" ? path : "";
}

export const dialog = {
  showMessageBox: async (...args: readonly unknown[]): Promise<{ response: number }> => {
    const options = optionsOf<MessageBox>(args);
    const response = scripted.answers.shift() ?? (await showBox(options)) ?? options.cancelId ?? 0;
    record({ dialog: { kind: "message", ...options, response } });
    process.stderr.write(`${options.message} ${options.detail ?? ""}\n[${options.buttons?.[response] ?? "OK"}]\n`);
    return { response };
  },
  showSaveDialog: async (...args: readonly unknown[]): Promise<{ canceled: boolean; filePath: string }> => {
    const options = optionsOf<{ readonly defaultPath?: string }>(args);
    const filePath = scripted.savePath ?? (await promptForPath("Save as", options.defaultPath ?? "file"));
    record({ dialog: { kind: "save", ...options, filePath } });
    return { canceled: filePath === "", filePath };
  },
  showOpenDialog: async (...args: readonly unknown[]): Promise<{ canceled: boolean; filePaths: readonly string[] }> => {
    const options = optionsOf<{ readonly title?: string }>(args);
    const filePath = scripted.openPath ?? (await promptForPath(options.title ?? "Open", ""));
    record({ dialog: { kind: "open", ...options, filePath } });
    return { canceled: filePath === "", filePaths: filePath === "" ? [] : [filePath] };
  },
};
