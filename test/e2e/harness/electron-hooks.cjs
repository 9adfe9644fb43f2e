/** Loaded before the app on real Electron: records what it asks and opens, and answers as a test has scripted. */
const { appendFileSync } = require("node:fs");
const { dialog, net, Notification, shell, Tray } = require("electron");

const script = { online: true, answers: [], savePath: "", openPath: "" };
globalThis.script = script;

const record = (what) => appendFileSync(process.env.FLEETDESK_E2E_RECORD, `${JSON.stringify(what)}\n`);
const optionsOf = (args) => (args.length > 1 ? args[1] : args[0]);

dialog.showMessageBox = async (...args) => {
  const options = optionsOf(args);
  const response = script.answers.shift() ?? options.cancelId ?? 0;
  record({ dialog: { kind: "message", ...options, response } });
  return { response };
};
dialog.showSaveDialog = async (...args) => {
  record({ dialog: { kind: "save", ...optionsOf(args), filePath: script.savePath } });
  return { canceled: script.savePath === "", filePath: script.savePath };
};
dialog.showOpenDialog = async (...args) => {
  record({ dialog: { kind: "open", ...optionsOf(args), filePath: script.openPath } });
  return { canceled: script.openPath === "", filePaths: script.openPath === "" ? [] : [script.openPath] };
};
Notification.prototype.show = function show() {
  globalThis.notification = this;
  record({ notification: { title: this.title, body: this.body } });
};
const panel = { title: "", menu: [] };
globalThis.panel = panel;
const keep = (method, note) => {
  const { value } = Object.getOwnPropertyDescriptor(Tray.prototype, method);
  Tray.prototype[method] = function keepAndPass(given) {
    note(given);
    value.call(this, given);
  };
};
keep("setContextMenu", (menu) => (panel.menu = menu?.items ?? []));
keep("setToolTip", (title) => (panel.title = title));
shell.openExternal = async (link) => record({ link });
net.isOnline = () => script.online;
