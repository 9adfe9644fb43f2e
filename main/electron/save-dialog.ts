/** Where a file goes or comes from is the person's choice, made in the system's own dialog. */
import { dialog, type BrowserWindow } from "electron";
import type { Files } from "../hosts.ts";

/** `window` answers the one to hang the dialog on, if there is one. */
export function createFiles(window: () => BrowserWindow | undefined): Files {
  return {
    saveAs: async ({ name, extension }) => {
      const options = {
        defaultPath: name,
        filters: [{ name: `${extension.toUpperCase()} file`, extensions: [extension] }],
        properties: ["createDirectory" as const, "showOverwriteConfirmation" as const],
      };
      const parent = window();
      const asked = parent === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options);
      const { canceled, filePath } = await asked;
      return canceled || filePath === "" ? undefined : filePath;
    },
    open: async ({ name, extension }) => {
      const options = {
        title: `Open ${name}`,
        filters: [
          { name: `${extension.toUpperCase()} file`, extensions: [extension] },
          { name: "All files", extensions: ["*"] },
        ],
        properties: ["openFile" as const],
      };
      const parent = window();
      const asked = parent === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options);
      const { canceled, filePaths } = await asked;
      return canceled ? undefined : filePaths[0];
    },
  };
}
