/** Names use the field's standard terms: no declared name and no file name contains a retired word of the project's former vocabulary. */
import { Visitor, type BindingPattern, type Node, type ParamPattern, type PropertyKey } from "oxc-parser";
import { expect, test } from "vitest";
import { check, example, type Rule } from "./rule.ts";
import { parse, readSources } from "./source-files.ts";

/** Retired in any name: retired word → what to use. */
const retired: ReadonlyMap<string, string> = new Map([
  ["allowance", "rate budget"],
  ["ask", "request, fetch, query, confirm"],
  ["asked", "requested, query"],
  ["bell", "wakeable sleep"],
  ["chosen", "selected, selection"],
  ["circumstances", "context"],
  ["deed", "action"],
  ["desk", "repository, service"],
  ["doubt", "unconfirmed"],
  ["doubtful", "unconfirmed"],
  ["found", "rows, records, match"],
  ["gently", "throttle"],
  ["given", "input, options"],
  ["happenings", "event generator"],
  ["heard", "received"],
  ["hindrance", "blocker"],
  ["horizon", "session lifetime"],
  ["judge", "evaluate, classify"],
  ["judgement", "verdict"],
  ["keeper", "cleanup hook"],
  ["kept", "cached, saved"],
  ["known", "cached, loaded, data"],
  ["lack", "missing field"],
  ["lasting", "keepAlive, duration"],
  ["luck", "draw, random"],
  ["learned", "loaded, detected"],
  ["meant", "expected"],
  ["mistake", "validation error"],
  ["nobody", "none, empty"],
  ["objection", "validation error"],
  ["panic", "stopAll"],
  ["patience", "retry policy"],
  ["radius", "impact"],
  ["refine", "setQuery"],
  ["refusal", "rejection"],
  ["refuse", "reject, validate"],
  ["reopened", "current connection"],
  ["revive", "resume, restart"],
  ["ring", "wave"],
  ["rung", "woken"],
  ["said", "message, response"],
  ["say", "format, print"],
  ["scenery", "fixtures"],
  ["seal", "fingerprint, encrypt"],
  ["settle", "recordOutcome, resolve"],
  ["settled", "resolved"],
  ["settlement", "outcome record, resolution"],
  ["shown", "visible, data"],
  ["somebody", "operator"],
  ["sought", "search text"],
  ["stand", "state, usage, assignment"],
  ["standing", "state; suppression list"],
  ["survey", "inventory"],
  ["tell", "notify, report"],
  ["told", "notification, reported"],
  ["together", "batch"],
  ["treaty", "contract"],
  ["trouble", "outage"],
  ["typed", "draft, input"],
  ["unsettled", "unresolved"],
  ["waiter", "permit queue"],
  ["unkept", "unsaved"],
  ["untold", "unknown"],
  ["wanted", "requested, target"],
  ["stranger", "unknown key"],
  ["what", "operation, name, summary"],
  ["which", "scope, part, selection"],
  ["who", "endpoints, recipients, operator"],
  ["whom", "recipients"],
  ["why", "reason"],
  ["wires", "reachability"],
  ["wish", "request, options"],
  ["world", "state"],
]);

/** Retired only as a whole name. */
const retiredAlone: ReadonlyMap<string, string> = new Map([
  ["ago", "formatRelative"],
  ["away", "isConnectivityError"],
  ["counted", "pluralize"],
  ["exactly", "formatDateTime"],
  ["go", "navigate"],
  ["gone", "deleted, missing"],
  ["held", "locked, buffered"],
  ["taken", "claimed, used"],
  ["when", "formatTime"],
]);

interface Exception {
  readonly names: readonly string[];
  /** Files where retired words are allowed. */
  readonly files: RegExp;
  readonly reason: string;
}

/** Names of external interfaces and stored formats. */
const exceptions: readonly Exception[] = [
  { names: ["notFound", "isNotFound", "notFoundReply"], files: /./, reason: "standard compound" },
  { names: ["radius", "defaultRadius"], files: /^renderer\/styles\/theme\.ts$/, reason: "Mantine's theme" },
  { names: ["ring"], files: /^main\/platform\/node\/send-mark\.ts$|send-mark\.test/, reason: "the stored send mark" },
  {
    names: ["ring", "given", "settledAt", "doubtAt"],
    files: /campaigns\/evidence\/evidence\.test/,
    reason: "fields of evidence files of earlier versions",
  },
  {
    names: ["rings", "typed", "which", "doubt"],
    files: /plan-fields|message-draft\.test/,
    reason: "fields of drafts and plans of earlier versions",
  },
  { names: ["doubt", "whom"], files: /^main\/features\/quotas\/queries-(?:rows|changes)\.ts$/, reason: "columns" },
  { names: ["known"], files: /former-dns-profiles-streams/, reason: "a column of earlier versions" },
  { names: ["gone"], files: /^main\/features\/fleet\/queries-sync\.ts$/, reason: "a column" },
  { names: ["found"], files: /campaigns\/recipient-filter/, reason: "the stored kind of a recipient's event" },
  {
    names: ["asked", "settles", "sought", "what", "who"],
    files: /features\/audit\/|audit-resolution-migration/,
    reason: "columns and hash-chained entries of the audit",
  },
  { names: ["why"], files: /ledger\/queries-gate/, reason: "the parameter of a stored message" },
  {
    names: ["unsettled"],
    files: /option-values|quota|cli\/output|creation-form|network-slice|network-actions/,
    reason: "a stored state, and an outcome and code that scripts read; see docs/architecture.md",
  },
];

const words = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** The retired word of a name; "deeds" and "asks" count as "deed" and "ask". */
function retiredWord(name: string): string | undefined {
  const all = words(name);
  const [only] = all;
  if (all.length === 1 && only !== undefined && retiredAlone.has(only)) return only;
  return all
    .flatMap((word) => [word, word.replace(/s$/, ""), word.replace(/ing$/, "")])
    .find((word) => retired.has(word));
}

interface Declared {
  readonly name: string;
  readonly at: number;
}

function declaredNames(file: string, source: string): readonly Declared[] {
  const names: Declared[] = [];
  const add = (node: { readonly name: string; readonly start: number } | null): void => {
    // Names with an underscore are columns of tables, plural forms of texts, or unused parameters.
    if (node !== null && !node.name.includes("_")) names.push({ name: node.name, at: node.start });
  };
  const addPattern = (pattern: BindingPattern | ParamPattern): void => {
    if (pattern.type === "Identifier") add(pattern);
    else if (pattern.type === "AssignmentPattern") addPattern(pattern.left);
    else if (pattern.type === "RestElement") addPattern(pattern.argument);
    else if (pattern.type === "ArrayPattern") {
      for (const element of pattern.elements) if (element !== null) addPattern(element);
    } else if (pattern.type === "ObjectPattern") {
      for (const property of pattern.properties)
        addPattern(property.type === "RestElement" ? property : property.value);
    }
  };
  const addParams = ({ params }: { readonly params: readonly ParamPattern[] }): void => {
    for (const param of params) addPattern(param);
  };
  const addKey = ({ key, computed }: { readonly key: PropertyKey; readonly computed?: boolean }): void => {
    if (computed !== true && key.type === "Identifier") add(key);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => addPattern(id),
    FunctionDeclaration: (node) => {
      add(node.id);
      addParams(node);
    },
    FunctionExpression: addParams,
    ArrowFunctionExpression: addParams,
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    MethodDefinition: addKey,
    PropertyDefinition: addKey,
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    Property: (node: Node) => {
      if (node.type === "Property" && !node.shorthand) addKey(node);
    },
  }).visit(parse(file, source));
  return names;
}

const vocabulary: Rule = (files) =>
  [...files].flatMap(([file, source]) => {
    const problems = file.split("/").flatMap((part) => {
      const word = retiredWord(part.replace(/(\.test)?\.tsx?$/, ""));
      return word === undefined ? [] : [{ file, problem: `the path has "${word}": ${advice(word)}` }];
    });
    const names = declaredNames(file, source).flatMap(({ name, at }) => {
      const word = isException(file, name) ? undefined : retiredWord(name);
      const line = source.slice(0, at).split("\n").length;
      return word === undefined ? [] : [{ file, problem: `line ${line}: ${name} has "${word}": ${advice(word)}` }];
    });
    return [...problems, ...names];
  });

function isException(file: string, name: string): boolean {
  return exceptions.some(({ names, files }) => names.includes(name) && files.test(file));
}

function advice(word: string): string {
  return retired.get(word) ?? retiredAlone.get(word) ?? "";
}

test("no name has a retired word", () => {
  expect(check("vocabulary", vocabulary, readSources())).toEqual([]);
});

test.each([
  ["main/a.ts", "const found = list();"],
  ["main/a.ts", "const { rows: wantedRows } = list();"],
  ["main/a.ts", "function f(asked: string) {}"],
  ["main/a.ts", "export interface QuotaStand { readonly id: string }"],
  ["main/a.ts", "interface A { tellSettled(): void }"],
  ["main/a.ts", "const schema = z.object({ rings: 1 });"],
  ["main/a.ts", "const f = ([deeds]) => deeds;"],
  ["main/a.ts", "class A { go() {} }"],
  ["main/dns-desk.ts", "export {};"],
])("reports a retired word in %s: %s", (file, text) => {
  expect(vocabulary(example({ [file]: text }))).toHaveLength(1);
});

test.each([
  ["main/a.ts", "const string = understanding(widest);"],
  ["main/a.ts", "await Promise.allSettled([]);"],
  ["main/a.ts", "interface Row { settled_at: number; notFound: boolean }"],
  ["main/keep-alive.ts", "const { asked } = { asked: 1 };".replaceAll("asked", "query")],
])("accepts in %s: %s", (file, text) => {
  expect(vocabulary(example({ [file]: text }))).toEqual([]);
});
