import { Visitor } from "oxc-parser";
import { basename, dirname } from "node:path/posix";
import { expect, test } from "vitest";
import { check, example, type Rule, type Violation } from "./rule.ts";
import { importsOf, parse, readSources } from "./source-files.ts";

/** Only these may read real time: the clock itself, and the simulator, which has its own. */
const readsTime = /^main\/(platform\/node\/clock\.ts|simulator\/)/;
const timeCalls = new Set([
  "Date.now",
  "performance.now",
  "AbortSignal.timeout",
  "setTimeout",
  "setInterval",
  "setImmediate",
]);

const clockRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (!/^(main|shared)\//.test(file) || readsTime.test(file)) return [];
    const violations: Violation[] = [];
    new Visitor({
      CallExpression: ({ callee }) => {
        const name = text.slice(callee.start, callee.end);
        if (timeCalls.has(name)) violations.push({ file, problem: `calls ${name}` });
      },
      NewExpression: ({ callee, arguments: args }) => {
        if (text.slice(callee.start, callee.end) === "Date" && args.length === 0)
          violations.push({ file, problem: "calls new Date()" });
      },
      ImportDeclaration: ({ source }) => {
        if (/^(node:)?timers/.test(source.value)) violations.push({ file, problem: `imports ${source.value}` });
      },
    }).visit(parse(file, text));
    return violations;
  });

test("only the clock and the simulator read real time", () => {
  expect(check("clock", clockRule, readSources())).toEqual([]);
});

test.each([
  "Date.now();",
  "new Date();",
  "setTimeout(f, 1);",
  'import { setTimeout } from "node:timers/promises";',
  "AbortSignal.timeout(1);",
])("reports real time in: %s", (text) => {
  expect(clockRule(example({ "main/core/api/a.ts": text }))).toHaveLength(1);
});

test("accepts a date created from a number", () => {
  expect(clockRule(example({ "main/core/api/a.ts": "new Date(5).toISOString();" }))).toEqual([]);
});

/** A barrel is an index file that files of its own folder import: this is how import cycles start. */
const barrelRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    return importsOf(file, text)
      .filter(({ ours, target }) => ours && basename(target) === "index.ts" && dirname(target) === dirname(file))
      .map(({ target }) => ({ file, problem: `imports the barrel ${target} of its own folder` }));
  });

test("no file imports the index of its own folder", () => {
  expect(check("barrels", barrelRule, readSources())).toEqual([]);
});

test("reports an index imported from its own folder", () => {
  expect(barrelRule(example({ "main/core/api/a.ts": 'import { b } from "./index.ts";' }))).toHaveLength(1);
});

const logLevels = /\.(debug|info|warn|error)$/;
const secretWord = /token|passw|passphrase|secret|authorization/i;
/** Names that only look like names of secrets. */
const harmless = /tokenCount|segment/i;

/** A log call takes an event and fields; a field whose value has a secret's name is a violation. */
const logRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (!file.startsWith("main/")) return [];
    const violations: Violation[] = [];
    new Visitor({
      CallExpression: ({ callee, arguments: [, fields] }) => {
        const name = text.slice(callee.start, callee.end);
        if (!/(^|\.)log\./.test(name) || !logLevels.test(name) || fields?.type !== "ObjectExpression") return;
        for (const property of fields.properties) {
          const source = text.slice(property.start, property.end);
          if (secretWord.test(source) && !harmless.test(source)) violations.push({ file, problem: `logs ${source}` });
        }
      },
    }).visit(parse(file, text));
    return violations;
  });

test("no log call receives a value with a secret's name", () => {
  expect(check("secrets", logRule, readSources())).toEqual([]);
});

test.each(['log.info("a", { token });', 'hosts.log.warn("a", { given: password.length });'])(
  "reports a secret in: %s",
  (text) => {
    expect(logRule(example({ "main/core/api/a.ts": text }))).toHaveLength(1);
  },
);

/** Commands end with an exit code of the table, never with a literal number. */
const exitRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const isFree = !file.startsWith("main/cli/") || file === "main/cli/exit-codes.ts";
    return isFree || !/\bexitCodes\b|\bprocess\.exitCode\b/.test(text) ? [] : [{ file, problem: "names an exit code" }];
  });

test("exit codes come only from the table", () => {
  expect(check("exit codes", exitRule, readSources())).toEqual([]);
});

test("reports an exit code that a command defines itself", () => {
  expect(exitRule(example({ "main/cli/a.ts": "endWith(exitCodes.failed);" }))).toHaveLength(1);
});

/** The terminal replaces control characters: JSON has to be escaped before, or it would lose them. */
const jsonRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const isFree = !file.startsWith("main/cli/") || file === "main/cli/output.ts";
    return isFree || !/\bJSON\.stringify\b/.test(text) ? [] : [{ file, problem: "calls JSON.stringify" }];
  });

test("commands write JSON with formatJson", () => {
  expect(check("json", jsonRule, readSources())).toEqual([]);
});

test("reports JSON that a command writes unescaped", () => {
  expect(jsonRule(example({ "main/cli/a.ts": "JSON.stringify(1);" }))).toHaveLength(1);
});

const banned = [
  /\b(?:it|test|describe)\.(?:skip|only|todo)\b/,
  /\bvi\.(?:mock|doMock)\(/,
  /@ts-(?:ignore|nocheck|expect-error)/,
];

/** Skipped tests and module mocks; the rules' own examples are strings and do not count. */
const testRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (file.startsWith("test/rules/")) return [];
    return banned.flatMap((pattern) => {
      const [match] = pattern.exec(text) ?? [];
      return match === undefined ? [] : [{ file, problem: `has ${match}` }];
    });
  });

test("no test is skipped and no module is mocked", () => {
  expect(check("tests", testRule, readSources())).toEqual([]);
});

test.each(["test.skip('a');", "vi.mock('a');", "// @ts-ignore"])("reports: %s", (text) => {
  expect(testRule(example({ "test/unit/a.test.ts": text }))).toHaveLength(1);
});

const nameRule: Rule = (files) =>
  [...files.keys()].flatMap((file) => {
    return /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.tsx?$/.test(basename(file))
      ? []
      : [{ file, problem: "is not kebab-case" }];
  });

test("file names are kebab-case", () => {
  expect(check("names", nameRule, readSources())).toEqual([]);
});

test("reports a file name in camel case", () => {
  expect(nameRule(example({ "main/core/api/apiClient.ts": "" }))).toHaveLength(1);
});
