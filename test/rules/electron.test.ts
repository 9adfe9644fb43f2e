/** The items of Electron's security checklist that can be checked in the sources; docs/security.md names the tests of the others. */
import { Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { check, example, type Rule, type Violation } from "./rule.ts";
import { parse, readSources } from "./source-files.ts";

const windowFile = "main/platform/electron/main-window.ts";

/** APIs that open a page, navigate out of it or extend its permissions, each with the only file that may use it. */
const onlyIn: Readonly<Record<string, string>> = {
  BrowserWindow: windowFile,
  loadURL: windowFile,
  webPreferences: windowFile,
  webviewTag: windowFile,
  ipcMain: "main/platform/electron/desktop.ts",
  contextBridge: "preload/index.ts",
  ipcRenderer: "preload/index.ts",
};

const nowhere = new Set([
  "openExternal",
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

const ofTheApp = /^(main|preload|renderer|shared)\//;

const namesRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (!ofTheApp.test(file)) return [];
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

/** Types of Electron's windows are named where a window is passed on. */
function isHarmless(file: string, name: string): boolean {
  return name === "BrowserWindow" && file.startsWith("main/platform/electron/");
}

/** Calls of `new BrowserWindow` and their web preferences, as written in the source. */
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

test("one file each may open and load pages, and none opens external links", () => {
  expect(check("electron", namesRule, readSources())).toEqual([]);
});

test.each([
  ["main/app/create-app.ts", 'import { shell } from "electron"; shell.openExternal(url);'],
  ["main/platform/electron/desktop.ts", "system.openExternal(url);"],
  ["main/platform/electron/tray.ts", "window.loadURL(other);"],
  ["main/platform/electron/main-window.ts", 'window.loadFile("a.html");'],
  ["renderer/pages.tsx", "const page = <webview src={url} />;"],
  ["renderer/pages.tsx", "const page = <p dangerouslySetInnerHTML={{ __html: name }} />;"],
  ["renderer/lib/a.ts", "eval(text);"],
])("in %s, reports: %s", (file, text) => {
  expect(namesRule(example({ [file]: text }))).toHaveLength(1);
});

test("the only window is sandboxed, isolated and without Node", () => {
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

test("the window loads only the application's own page", () => {
  const text = readSources().get(windowFile) ?? "";
  expect(text.match(/loadURL\([^)]*\)/g)).toEqual(["loadURL(appUrl)"]);
});
