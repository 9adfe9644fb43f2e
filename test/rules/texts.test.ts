/** Every user-facing text is in the catalogue (`shared/texts/en`), and tests select elements by its keys. */
import { cli } from "#shared/texts/en/cli/index.ts";
import { app, codes } from "#shared/texts/en/index.ts";
import { Visitor, type CallExpression, type NewExpression, type Node } from "oxc-parser";
import { expect, test } from "vitest";
import { check, example, type Rule, type Violation } from "./rule.ts";
import { parse, readSources } from "./source-files.ts";

/** Folders whose texts are displayed or composed. The simulator produces the service's texts; migrations are SQL. */
const ruled = /^(renderer|preload|main|shared)\/(?!simulator\/|core\/store\/migrations\/|texts\/)/;
/** Attributes that are displayed or read aloud. */
const spoken = new Set(["title", "label", "placeholder", "aria-label", "aria-description", "description", "alt"]);
/** Files in which every text is displayed: the window, its menus and dialogs. */
const displaying = /^(renderer|preload|main\/(app|platform\/electron))\//;
/** Properties of components, menu items, message boxes and notifications that are displayed. */
const displayed = new Set([
  "title",
  "label",
  "placeholder",
  "description",
  "message",
  "detail",
  "body",
  "text",
  "help",
  "hint",
  "heading",
  "caption",
  "buttons",
  "buttonLabel",
  "sublabel",
  "toolTip",
  "checkboxLabel",
]);
/** Calls that define commands and options of commander, and failures of the command line. */
const speaking = new Set([
  "description",
  "summary",
  "option",
  "requiredOption",
  "argument",
  "addHelpText",
  "usageError",
  "badValue",
  "cliError",
]);

/** Properties of a command that are code: its words, and command lines. */
const codeProperties = new Set(["path", "examples"]);

/** Calls that print on the command line. */
const printing = new Set(["out", "err"]);

/** Calls that lay out a table or the fields of a record. */
const layingOut = new Set(["formatTable", "formatFields"]);
/** The heading of a table, as an element of a list. */
const heading = /^[A-Z]{2,}( [A-Z]+)*$/;

/** A word in the fixed part of a template. */
const word = /[A-Za-z]{2,}/;
/** Templates of the command line that are code, with "0" for each expression. */
const codeTemplates: readonly RegExp[] = [
  // A command, or the part of one: "fleetdesk list 0", " --confirm 0", "0 <id>".
  /^\s*fleetdesk /,
  /(^|\s)--[a-z]/,
  /^0 <[a-z]+>$/,
  // A term of a filter: "from:0".
  /^[a-z]+:0$/,
  // A key or a code: "quota-state-0".
  /^[a-z]+(-[a-z]+)*-0$/,
  // A path or a file name: "0/name.csv", "0.json".
  /^(0|[\w-]+)?([/.][\w-]+)+$/,
];

/** Two words. */
const words = /[A-Za-z]{2,}[,;:.!?)…]*\s+[("“']?[A-Za-z]{2,}/;
/** A sentence, or its beginning: a capital letter and two more words. */
const sentence = /^[^A-Za-z]*[A-Z][A-Za-z'’-]*,?(\s+[("“]?[A-Za-z'’-]+[,;:)”]?){2,}/;
/** SQL statements and their parts outside tagged templates. */
const sql =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|PRAGMA|ATTACH|VACUUM|JOIN|ORDER BY|INDEXED BY|IS NULL|IS NOT NULL|NULL AS)\b|\(\?, \?\)/;
/** Grid column templates, colours and selectors. */
const css = /\b(minmax|color-mix)\(|:is\(/;
/** Two words, or a capitalized one. */
const caption = new RegExp(String.raw`${words.source}|^[^A-Za-z]*[A-Z][a-z]`);
/** Keys of the browser, Electron's names of keys, HTTP headers and directives of the content policy. */
const keyNames =
  /^(Arrow\w+|Left|Right|Enter|Escape|Backspace|Home|End|ContextMenu|CmdOrCtrl|Shift|Alt|Control\+.|[A-Z][a-z]+(-[A-Z][a-z]+)+)$/;
const contentPolicy = /^[a-z]+-(src|uri|action|ancestors) '|; charset=/;
/** Calls and attributes with selectors, class names and keys. */
const codeCalls = new Set(["matches", "closest", "querySelector", "querySelectorAll", "includes"]);
const codeAttributes = new Set(["className", "role", "aria-keyshortcuts", "template", "columns"]);
/** A name, an address, a request or a device's reply, the same in every language: "eu-west-1", "GET /api/v1/data_stream", "^OK". */
const codeExample = /^((GET|POST) )?\S*[-/:]\S*$|^\^OK$|^OK \d+$/;

interface TextLiteral {
  readonly text: string;
  readonly reason: string;
}

/** The text of a literal or a template, with a digit for each expression; operands of `+` are joined. */
function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked ?? "").join("0");
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? "0"}${right ?? "0"}`;
  }
  return undefined;
}

function nameOf({ callee }: CallExpression | NewExpression): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
}

/** A literal that is compared or looked up, and therefore not displayed. */
function isCode(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === "SwitchCase" || parent?.type === "MemberExpression") return true;
  if (parent?.type === "Property") return parent.key === node;
  if (parent?.type === "AssignmentExpression") return parent.left.type === "MemberExpression";
  return parent?.type === "CallExpression" && codeCalls.has(nameOf(parent));
}

/** The literals that an expression can evaluate to. */
function outcomesOf(node: Node | null | undefined): readonly Node[] {
  if (node === null || node === undefined) return [];
  if (node.type === "JSXExpressionContainer") return outcomesOf(node.expression);
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(outcomesOf);
  if (node.type === "LogicalExpression") return [node.left, node.right].flatMap(outcomesOf);
  if (node.type === "ArrayExpression") return node.elements.flatMap(outcomesOf);
  return textOf(node) === undefined ? [] : [node];
}

/** Programming errors and the log are for developers; examples of commands are code. */
function isForDevelopers(node: Node, source: string): boolean {
  if (node.type === "NewExpression") return ["Error", "TypeError", "RangeError"].includes(nameOf(node));
  if (node.type !== "CallExpression") return false;
  return /^(log|console|options\.log|this\.#log|[a-z]+\.log)\b/.test(source.slice(node.start, node.callee.end));
}

function findTexts(file: string, source: string): TextLiteral[] {
  const literals: TextLiteral[] = [];
  const report = (reason: string, text: string | undefined, pattern: RegExp): void => {
    if (text !== undefined && pattern.test(text) && !sql.test(text) && !css.test(text))
      literals.push({ reason, text: text.trim() });
  };
  const reportOutcomes = (place: string, node: Node | null): void => {
    for (const text of outcomesOf(node).map(textOf))
      if (text !== undefined && !codeExample.test(text)) report(place, text, word);
  };
  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression"].includes(node.type)) return;
    if (node.type === "ImportDeclaration" || isForDevelopers(node, source)) return;
    if (node.type === "Property" && codeProperties.has(source.slice(node.key.start, node.key.end))) return;
    if (node.type === "JSXText") report("text of an element", node.value, /[A-Za-z]{2}/);
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      for (const child of node.children)
        if (child.type === "JSXExpressionContainer") reportOutcomes("text of an element", child);
    }
    if (node.type === "JSXAttribute") {
      const { name, value } = node;
      if (name.type === "JSXIdentifier" && codeAttributes.has(name.name)) return;
      if (name.type === "JSXIdentifier" && spoken.has(name.name)) reportOutcomes(name.name, value);
    }
    if (node.type === "Property" && displaying.test(file) && displayed.has(source.slice(node.key.start, node.key.end)))
      reportOutcomes("a property", node.value);
    if (node.type === "CallExpression" && file.startsWith("main/cli")) {
      const name = nameOf(node);
      if (speaking.has(name)) for (const argument of node.arguments) report(name, textOf(argument), words);
      if (printing.has(name)) for (const argument of node.arguments) report(name, textOf(argument), /[A-Za-z]{2,}/);
    }
    if (file.startsWith("main/cli")) {
      const isSignal = node.type === "Literal" && String(node.value).startsWith("SIG");
      if (parent?.type === "ArrayExpression" && node.type === "Literal" && !isSignal)
        report("a heading", textOf(node), heading);
      if (node.type === "CallExpression" && layingOut.has(nameOf(node)))
        for (const text of literalsIn(node.arguments)) report(nameOf(node), text, /[A-Za-z]/);
      const template = node.type === "TemplateLiteral" ? textOf(node) : undefined;
      if (template !== undefined && !codeTemplates.some((pattern) => pattern.test(template)))
        report("a template", template, word);
    }
    if (node.type === "NewExpression" && ["AppError", "Option", "Argument"].includes(nameOf(node))) {
      for (const argument of node.arguments) report(nameOf(node), textOf(argument), words);
    }
    const text = parent?.type === "BinaryExpression" ? undefined : textOf(node);
    if (text !== undefined) report("a sentence", text, sentence);
    if (text !== undefined && displaying.test(file) && !isCode(node, parent) && !keyNames.test(text))
      report("a caption", contentPolicy.test(text) ? undefined : text, caption);
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parse(file, source), undefined);
  // One text may match several parts of the rule.
  return literals.filter(({ text }, index) => literals.findIndex((other) => other.text === text) === index);
}

/** String literals and fixed parts of templates, at any depth. */
function literalsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const text = node.type === "Literal" || node.type === "TemplateLiteral" ? textOf(node) : undefined;
    return [...(text === undefined ? [] : [text]), ...literalsIn(childrenOf(node))];
  });
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    key === "type" ? [] : (Array.isArray(child) ? (child as unknown[]) : [child]).filter(isNode),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

const textRule: Rule = (files) =>
  [...files].flatMap(([file, source]) =>
    ruled.test(file)
      ? findTexts(file, source).map(({ reason, text }) => ({ file, problem: `${reason}: ${text}` }))
      : [],
  );

test("every user-facing text is in the catalogue", () => {
  expect(check("texts", textRule, readSources())).toEqual([]);
});

test.each([
  ["renderer/a.tsx", "const a = <p>Nothing found</p>;"],
  ["renderer/a.tsx", "const a = <p>{count} rows</p>;"],
  ["renderer/a.tsx", 'const a = <Button title="Delete the view" />;'],
  ["renderer/a.tsx", 'const a = <Button aria-label="Close" />;'],
  ["renderer/a.tsx", 'const a = <p>{ok ? "all sent" : "not sent"}</p>;'],
  ["renderer/a.tsx", 'const a = <p>{ok ? "sent" : "failed"}</p>;'],
  ["renderer/a.tsx", 'const a = <p>{ok && "sent"}</p>;'],
  ["renderer/a.tsx", 'const a = <Button title={isOpen ? "Close" : "Open"} />;'],
  ["renderer/a.tsx", 'const a = <TextInput placeholder="name" />;'],
  ["renderer/a.tsx", "const a = <Button aria-label={`Delete ${name}`} />;"],
  ["renderer/a.tsx", 'const a = <Field hint="digits only" />;'],
  ["renderer/a.ts", 'const title = "Delete view";'],
  ["renderer/a.ts", 'const labels = { sent: "Sent", failed: "Failed" };'],
  ["renderer/a.ts", 'notifications.show({ message: "Saved" });'],
  ["renderer/a.ts", 'notifications.show({ message: ok ? "saved" : "failed" });'],
  ["renderer/a.ts", 'announce("Row copied");'],
  ["renderer/a.ts", "announce(`${count} rows copied`);"],
  ["renderer/a.ts", 'const isConfirmed = window.confirm("Delete it?");'],
  ["main/platform/electron/a.ts", 'const item = { label: "Quit", role: "quit" };'],
  ["main/platform/electron/a.ts", 'await dialog.showMessageBox({ message: question, buttons: ["ok", "cancel"] });'],
  ["main/platform/electron/a.ts", 'tray.setToolTip("Nothing is sending");'],
  ["main/platform/electron/a.ts", 'new Notification({ title: name, body: "finished" });'],
  ["renderer/a-model.ts", "export const text = `The service did not answer within ${n} s.`;"],
  ["main/cli/a.ts", 'program.command("list").description("list the campaigns");'],
  ["main/cli/a.ts", 'new Option("--kind <kind>", "kind of quota");'],
  ["main/cli/a.ts", 'throw usageError("use either --live or --follow");'],
  ["main/cli/a.ts", "terminal.out(`${removed} removed.\\n`);"],
  ["main/cli/a.ts", 'formatTable(["ID", t(($) => $.cli.headings.name)], rows);'],
  ["main/cli/a.ts", 'formatTable(columns, [[t(($) => $.cli.labels.name), name ?? "unknown"]]);'],
  ["main/cli/a.ts", 'formatFields([["name", name]]);'],
  ["main/cli/a.ts", 'const header = ["KEY", "USED BY"];'],
  ["main/cli/a.ts", "const line = `used by: ${users}`;"],
  ["main/cli/a.ts", "const note = `${open} open`;"],
  ["main/cli/a.ts", "const line = `${name}: last result ${result}`;"],
  ["main/features/a.ts", 'throw new AppError("name-taken", "the name is taken");'],
  ["main/features/a.ts", 'const reason = "The name is " + "taken already.";'],
])("reports a text in %s: %s", (file, text) => {
  expect(textRule(example({ [file]: text }))).not.toEqual([]);
});

test.each([
  ["renderer/a.tsx", "const a = <p className='muted small'>{t(($) => $.fleet.empty)}</p>;"],
  ["renderer/a.tsx", 'const a = <Stack align="flex-start" role="row group" />;'],
  ["renderer/a.tsx", 'const a = <p>{kind === "DNS configuration" ? <Icon name="dns" /> : count}</p>;'],
  ["renderer/a.tsx", 'const a = <Kbd aria-keyshortcuts="Control+K" onKeyDown={(event) => event.key === "Enter"} />;'],
  ["renderer/a.ts", 'const icons = { "API callback": "link", "data stream": "stream" };'],
  ["renderer/a.ts", 'const isField = target.matches("input, textarea, select");'],
  ["main/platform/electron/a.ts", 'const headers = { "Content-Type": "text/html; charset=utf-8" };'],
  ["main/features/a.ts", 'log.warn("events.failed", { reason: "The page is not complete" });'],
  ["main/features/a.ts", 'throw new Error("The row has to be there at this point");'],
  ["main/features/a.ts", "const query = `SELECT id FROM campaign WHERE Name = ?`;"],
  ["main/features/a.ts", "const order = `${by} IS NOT NULL ORDER BY Name DESC`;"],
  ["renderer/a.tsx", 'const columns = "Minmax minmax(96px, auto) minmax(0, 1fr)";'],
  ["main/cli/a.ts", 'helpText({ examples: ["fleetdesk campaign run 1  # After a crash"] });'],
  ["main/cli/a.ts", "formatTable([t(($) => $.cli.headings.id), path.toUpperCase()], rows, 80);"],
  ["main/cli/a.ts", "const command = `fleetdesk list ${collection} --filter '${filter}'`;"],
  ["main/cli/a.ts", "const rest = ` --confirm ${count}`;"],
  ["main/cli/a.ts", "campaign.command(`${verb} <id>`);"],
  ["main/cli/a.ts", "const filter = `from:${from}`;"],
  ["main/cli/a.ts", "const code = codedText(`quota-state-${state}`);"],
  ["main/cli/a.ts", "const file = `${folder}/rows.csv`;"],
  ["main/cli/a.ts", "const line = `${label}: ${value}\\n`;"],
  ["main/cli/a.ts", 'for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);'],
  ["main/cli/a.ts", "log.info(`events.${name}`);"],
  ["main/simulator/a.ts", 'const body = { message: "The endpoint does not exist" };'],
  ["test/unit/a.test.ts", 'test("The list is read once", () => undefined);'],
])("accepts in %s: %s", (file, text) => {
  expect(textRule(example({ [file]: text }))).toEqual([]);
});

/** Playwright's calls that select an element by its text. */
const selectorCalls = new Set(["getByText", "getByLabel", "getByPlaceholder", "getByTitle", "getByAltText"]);
/** Options of these and other selecting calls that contain a text. */
const selectorOptions = new Set(["name", "hasText", "hasNotText"]);

/** Calls that compare with a text: matchers of Vitest, and waits for the output of a process. */
const comparing = /^(to[A-Z]\w*|stringContaining|stringMatching|waitForOutput)$/;

/** All texts of a part of the catalogue, in lower case. */
function textsOf(part: unknown): readonly string[] {
  if (typeof part === "string") return [part.toLowerCase()];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap((child) => textsOf(child)) : [];
}

const catalogue = new Set([app, codes, cli].flatMap((part) => textsOf(part)));

/** Literals in selecting calls of the end-to-end and integration tests that are texts of the catalogue: data must differ from them. */
const selectorRule: Rule = (files) =>
  [...files].flatMap(([file, source]) => {
    if (!/^test\/(e2e|integration)\//.test(file)) return [];
    const violations: Violation[] = [];
    const look = (node: Node | undefined): void => {
      const text = textOf(node);
      if (text !== undefined && catalogue.has(text.toLowerCase()))
        violations.push({ file, problem: `selects by the text "${text}" instead of its key` });
    };
    new Visitor({
      CallExpression: (call) => {
        const name = nameOf(call);
        if (selectorCalls.has(name)) look(call.arguments[0]);
        if (!selectorCalls.has(name) && !["getByRole", "filter", "locator"].includes(name)) return;
        for (const options of call.arguments) {
          if (options.type !== "ObjectExpression") continue;
          for (const property of options.properties) {
            if (property.type === "Property" && property.key.type === "Identifier") {
              if (selectorOptions.has(property.key.name)) look(property.value);
            }
          }
        }
      },
    }).visit(parse(file, source));
    return violations;
  });

/** Words in a row, such as " wrote 0 rows to ", in lower case; "0" is a number, a parameter or an expression. */
function runsOf(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .replaceAll(/\{\{[^}]*\}\}|#|[\d,.]*\d/g, " 0 ")
    .replaceAll(/<[^>]*>/g, " ");
  return plain.split(/[^a-z0'’ ]+/).map(
    (run) =>
      ` ${run
        .replace(/^[ 0]+/, "")
        .replace(/[ 0]+$/, "")
        .replaceAll(/ +/g, " ")} `,
  );
}

const catalogueRuns = [...catalogue].flatMap((text) => runsOf(text)).join("|");

/** The fixed parts of a literal, a template or a pattern, with "#" for each part that is not fixed. */
function fixedPartsOf(node: Node): string | undefined {
  if (node.type !== "Literal" || !("regex" in node)) return node.type === "BinaryExpression" ? undefined : textOf(node);
  return node.regex.pattern.replaceAll(/(\\[a-zA-Z]|\[[^\]]*\]|\.)[+*]?/g, "#").replaceAll("\\", "");
}

/** A run of at least `length` words that is a part of a text, or five words of it. A command is code. */
function sentenceIn(literal: string, length: number): string | undefined {
  const candidates = runsOf(literal).flatMap((run) => {
    const words = run.trim().split(" ");
    const fives = words.map((_, index) => words.slice(index, index + 5)).filter((five) => five.length === 5);
    return [words, ...fives].filter((some) => some.filter((one) => one !== "0").length >= length);
  });
  return candidates
    .map((words) => words.join(" "))
    .find((run) => !run.startsWith("fleetdesk ") && catalogueRuns.includes(` ${run} `));
}

/** Parts of sentences of the catalogue in the arguments of selecting and comparing calls: data must differ from them. */
const sentenceRule: Rule = (files) =>
  [...files].flatMap(([file, source]) => {
    if (!/^test\/(unit|e2e|integration)\//.test(file)) return [];
    const violations: Violation[] = [];
    /** `length`: number of words in a row that are a sentence. */
    const look = (node: Node, length: number): void => {
      const sentence = sentenceIn(fixedPartsOf(node) ?? "", length);
      if (sentence !== undefined)
        violations.push({ file, problem: `contains "${sentence}" instead of the key of the text` });
      for (const child of childrenOf(node)) if (!isVisitedElsewhere(child)) look(child, length);
    };
    new Visitor({
      CallExpression: (call) => {
        const length = selectorCalls.has(nameOf(call)) ? 2 : comparing.test(nameOf(call)) ? 3 : undefined;
        if (length !== undefined) for (const argument of call.arguments) look(argument, length);
      },
    }).visit(parse(file, source));
    return violations;
  });

/** Arguments of `t` and `codedText` are data; calls within calls are looked at on their own. */
function isVisitedElsewhere(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const name = nameOf(node);
  return ["t", "codedText"].includes(name) || selectorCalls.has(name) || comparing.test(name);
}

test("tests select elements by the key of a text, not by the text", () => {
  expect(check("selectors", selectorRule, readSources())).toEqual([]);
});

test.each([
  'page.getByRole("button", { name: "Sync", exact: true });',
  'page.getByRole("tab", { name: "history" });',
  'page.getByText("Details");',
  'rows.filter({ hasText: "Details" });',
])("reports a text of the catalogue in: %s", (text) => {
  expect(selectorRule(example({ "test/e2e/a.test.ts": text }))).toHaveLength(1);
});

test.each([
  'page.getByRole("button", { name: t(($) => $.fleet.sync.start) });',
  'page.getByRole("link", { name: "Night reset" });',
  'test("Details", () => undefined);',
])("accepts the selector: %s", (text) => {
  expect(selectorRule(example({ "test/e2e/a.test.ts": text }))).toEqual([]);
});

test("tests compare with the key or code of a text, not with its words", () => {
  expect(check("sentences", sentenceRule, readSources())).toEqual([]);
});

test.each([
  "page.getByText(/12 recipients were queued for retry/);",
  "page.getByText(/recipients cancelled/);",
  'expect(output).toContain("Wrote 12 rows to ");',
  "expect(output).toContain(`${count} of them are not in the cache`);",
  "expect(hops).toEqual([{ message: expect.stringMatching(/did not respond within \\d+ s/) }]);",
  'await running.waitForOutput("Requests in progress will finish");',
])("reports a part of a sentence in: %s", (text) => {
  expect(sentenceRule(example({ "test/unit/a.test.ts": text }))).toHaveLength(1);
});

test.each([
  'expect(output).toContain(t(($) => $.cli.program.rowsWritten, { count: 12, file: "the file that was written" }));',
  'expect(error).toMatchObject({ message: "The record has no such field." });',
  'expect(error).toContain("fleetdesk campaign resume 1");',
  'test("recipients were queued for retry", () => undefined);',
])("accepts the comparison: %s", (text) => {
  expect(sentenceRule(example({ "test/unit/a.test.ts": text }))).toEqual([]);
});
