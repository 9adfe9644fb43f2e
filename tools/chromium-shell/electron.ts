/** The exports of "electron" under the shell: the parts that the app uses, and no more. */
export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export { ipcMain } from "./page-bridge.ts";
export { dialog } from "./dialog.ts";
export { Menu, nativeImage, nativeTheme, net, Notification } from "./modules.ts";
export { powerMonitor, powerSaveBlocker, protocol, screen, session, shell, Tray } from "./modules.ts";
