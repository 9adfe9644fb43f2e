/** The operator chooses the path of a file in the system's dialog. */
import { t } from "#shared/texts/text.ts";
import { dialog, type BrowserWindow } from "electron";
import type { Files } from "../../core/hosts.ts";

/** `window` returns the parent of the dialog, if there is one; `openedFile` the file with which the system opened the program, once. */
export function createFiles(window: () => BrowserWindow | undefined, openedFile: () => string | undefined): Files {
  return {
    saveAs: async ({ name, extension }) => {
      const options = {
        defaultPath: name,
        filters: [
          { name: t(($) => $.shell.dialogs.fileType, { extension: extension.toUpperCase() }), extensions: [extension] },
        ],
        properties: ["createDirectory" as const, "showOverwriteConfirmation" as const],
      };
      const parent = window();
      const result = parent === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options);
      const { canceled, filePath } = await result;
      return canceled || filePath === "" ? undefined : filePath;
    },
    open: async ({ name, extension, opened = false }) => {
      if (opened) return openedFile();
      const options = {
        title: t(($) => $.shell.dialogs.openFile, { name }),
        filters: [
          { name: t(($) => $.shell.dialogs.fileType, { extension: extension.toUpperCase() }), extensions: [extension] },
          { name: t(($) => $.shell.dialogs.allFiles), extensions: ["*"] },
        ],
        properties: ["openFile" as const],
      };
      const parent = window();
      const result = parent === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options);
      const { canceled, filePaths } = await result;
      return canceled ? undefined : filePaths[0];
    },
  };
}
