/** The lines of Electron's security checklist that the sources can show; docs/security.md names the tests of the others. */
import { Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { check, example, type Rule, type Violation } from "./rule.ts";
import { parse, readSources } from "./source-files.ts";

const windowFile = "main/electron/main-window.ts";

/** What opens a page, lets it out or gives it more than it needs, and the only file that may name it. */
const onlyIn: Readonly<Record<string, string>> = {
  BrowserWindow: windowFile,
  loadURL: windowFile,
  webPreferences: windowFile,
  webviewTag: windowFile,
  openExternal: "main/electron/desktop.ts",
  ipcMain: "main/electron/desktop.ts",
  contextBridge: "preload/index.ts",
  ipcRenderer: "preload/index.ts",
};

const nowhere = new Set([
  "BrowserView",
  "WebContentsView",
  "BaseWindow",
  "loadFile",
  "webview",
  "allowpopups",
  "executeJavaScript",
  "enableBlinkFeatures",
  "experimentalFeatures",
  "appendSwitch",
  "registerFileProtocol",
  "setCertificateVerifyProc",
  "dangerouslySetInnerHTML",
  "innerHTML",
  "insertAdjacentHTML",
  "eval",
  "Function",
]);

const ofTheApp = /^(main|preload|renderer)\//;
/** These state operations of the same names, and the types of what is given to them. */
const statesNames = /^(preload\/contract\/|main\/electron\/shell-calls\.ts$)/;

const namesRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (!ofTheApp.test(file) || statesNames.test(file)) return [];
    const violations = new Map<string, Violation>();
    const see = ({ name }: { readonly name: string }): void => {
      const place = Object.hasOwn(onlyIn, name) ? onlyIn[name] : undefined;
      if (nowhere.has(name)) violations.set(name, { file, problem: `names ${name}` });
      else if (place !== undefined && place !== file && !isHarmless(file, name))
        violations.set(name, { file, problem: `names ${name}, which only ${place} may` });
    };
    new Visitor({ Identifier: see, JSXIdentifier: see }).visit(parse(file, text));
    return [...violations.values()];
  });

/** The types of Electron's windows are named where one is handed on; the page calls the operation `openExternal` of the contract. */
function isHarmless(file: string, name: string): boolean {
  if (name === "openExternal") return file.startsWith("renderer/");
  return name === "BrowserWindow" && file.startsWith("main/electron/");
}

/** `new BrowserWindow` and its web preferences, as they are written. */
function windowsOf(file: string, text: string): readonly Readonly<Record<string, string>>[] {
  const windows: Readonly<Record<string, string>>[] = [];
  const entriesOf = (
    node: unknown,
  ): readonly (readonly [string, { readonly start: number; readonly end: number }])[] => {
    const { properties = [] } = node as { properties?: readonly { key?: { name?: string }; value?: never }[] };
    return properties.flatMap(({ key, value }) =>
      key?.name === undefined || value === undefined ? [] : [[key.name, value] as const],
    );
  };
  new Visitor({
    NewExpression: ({ callee, arguments: args }) => {
      if (text.slice(callee.start, callee.end) !== "BrowserWindow") return;
      const preferences = entriesOf(args[0]).find(([name]) => name === "webPreferences")?.[1];
      windows.push(
        Object.fromEntries(entriesOf(preferences).map(([name, at]) => [name, text.slice(at.start, at.end)])),
      );
    },
  }).visit(parse(file, text));
  return windows;
}

test("pages are opened, loaded and let out in one place each", () => {
  expect(check("electron", namesRule, readSources())).toEqual([]);
});

test.each([
  ["main/app.ts", 'import { shell } from "electron"; shell.openExternal(url);'],
  ["main/electron/tray.ts", "window.loadURL(other);"],
  ["main/electron/main-window.ts", 'window.loadFile("a.html");'],
  ["renderer/pages.tsx", "const page = <webview src={url} />;"],
  ["renderer/pages.tsx", "const page = <p dangerouslySetInnerHTML={{ __html: name }} />;"],
  ["renderer/lib/a.ts", "eval(text);"],
])("in %s this is found: %s", (file, text) => {
  expect(namesRule(example({ [file]: text }))).toHaveLength(1);
});

test("there is one window, sandboxed, isolated and without Node", () => {
  const windows = [...readSources()].flatMap(([file, text]) => (file.startsWith("main/") ? windowsOf(file, text) : []));
  expect(windows).toEqual([
    {
      preload: "preload",
      sandbox: "true",
      contextIsolation: "true",
      nodeIntegration: "false",
      nodeIntegrationInSubFrames: "false",
      nodeIntegrationInWorker: "false",
      webviewTag: "false",
      webSecurity: "true",
      allowRunningInsecureContent: "false",
      navigateOnDragDrop: "false",
      spellcheck: "false",
      devTools: "debug",
    },
  ]);
});

test("the window loads its own page and nothing else", () => {
  const text = readSources().get(windowFile) ?? "";
  expect(text.match(/loadURL\([^)]*\)/g)).toEqual(["loadURL(appUrl)"]);
});
