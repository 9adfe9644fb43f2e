/** Documents and comments name only files and headings that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { expect, test } from "vitest";
import { generateDocuments } from "../../tools/docs.ts";
import { check, example, type Rule } from "./rule.ts";
import { type FileMap, readSources } from "./source-files.ts";

const root = resolve(import.meta.dirname, "../..");

/** The sources, the READMEs of all folders, and the documents. */
function readProject(): FileMap {
  const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  const atRoot = readdirSync(root).filter((name) => /\.(?:ts|md)$/.test(name));
  const others = [...documents, ...atRoot].map((name) => [name, readFileSync(join(root, name), "utf8")] as const);
  return new Map([...readSources(["ts", "tsx", "md"]), ...others]);
}

/** Documents that describe the current state; the changelog also names former files. */
const ruled = /(?:^|\/)README\.md$|^docs\/.*\.md$/;
/** A file name or path in code, with `*` for any text and `{a,b}` for alternatives; not an ending alone (`.test.ts`). */
const namedFile = /(?:\.{1,2}\/|[\w*{])[\w./*{},-]*\.tsx?(?![\w.])/g;

/** A test without `test/` and its ending, and a folder of tests. */
const namedTest = /^(?:unit|integration|e2e|rules)\/[\w/-]+$/;
const namedTests = /^test\/[\w/-]+\/$/;

function patternOf(name: string): RegExp {
  const pattern = name
    .replace(/^(?:\.\.?\/)+/, "")
    .replaceAll(".", "\\.")
    .replaceAll("*", "[^/]*")
    .replaceAll(/\{([^}]*)\}/g, (_whole, names: string) => `(?:${names.replaceAll(",", "|")})`);
  return new RegExp(`(?:^|/)${pattern}$`);
}

/** A path may be of any folder; a README names the files of its own folder without one. */
const fileRule: Rule = (files) => {
  const paths = [...files.keys()];
  return [...files].flatMap(([file, text]) => {
    if (!ruled.test(file)) return [];
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside);
    const names = new Set(code.flatMap((inside) => inside.match(namedFile) ?? []));
    const missingTests = code.filter((inside) =>
      namedTest.test(inside)
        ? !files.has(`test/${inside}.test.ts`)
        : namedTests.test(inside) && !paths.some((path) => path.startsWith(inside)),
    );
    const folder = file.endsWith("README.md") ? file.slice(0, -"README.md".length) : "";
    const missing = [...names].filter((name) => {
      const near = name.includes("/") ? "" : folder;
      return !paths.some((path) => path.startsWith(near) && patternOf(name).test(path));
    });
    return [...missing, ...missingTests].map((name) => ({ file, problem: `names ${name}, which does not exist` }));
  });
};

test("every source file that a document names exists", () => {
  expect(check("documents", fileRule, readProject())).toEqual([]);
});

/** A link to a heading, in a document or a comment: `docs/security.md#tokens`. */
const anchorLink = /(?<path>[\w./-]*\.md)#(?<anchor>[\w-]+)/g;
/** References to documents that are not part of this repository. */
const foreignReference = /field facts,|\(specification,|specification, section/i;

function anchorsOf(document: string): ReadonlySet<string> {
  const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const anchorRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    if (file === "test/rules/documents.test.ts") return [];
    const broken = [...text.matchAll(anchorLink)].flatMap(({ groups: { path = "", anchor = "" } = {} }) => {
      const near = posix.join(posix.dirname(file), path);
      const document = files.get(file.endsWith(".md") ? near : path) ?? files.get(path);
      if (document === undefined) return [{ file, problem: `links to ${path}, which does not exist` }];
      return anchorsOf(document).has(anchor)
        ? []
        : [{ file, problem: `links to ${path}#${anchor}, which does not exist` }];
    });
    const [foreign] = foreignReference.exec(text) ?? [];
    return foreign === undefined
      ? broken
      : [...broken, { file, problem: `cites "${foreign}", which a reader does not have` }];
  });

test("every heading that a comment or a document links to exists", () => {
  expect(check("anchors", anchorRule, readProject())).toEqual([]);
});

const linked = { "docs/facts.md": "# Facts\n\n## API callback\n" };

test.each(["docs/facts.md#sms", "docs/other.md#sms", "odd answer (field facts, section 4)"])(
  "reports a link without a target: %s",
  (text) => {
    expect(anchorRule(example({ ...linked, "main/a.ts": `/** ${text} */` }))).toHaveLength(1);
  },
);

test("accepts links to headings", () => {
  const files = { ...linked, "main/a.ts": "// docs/facts.md#api-callback", "docs/b.md": "[facts](facts.md#facts)" };
  expect(anchorRule(example(files))).toEqual([]);
});

const sources = { "main/cli.ts": "", "main/core/api/governor.ts": "", "main/core/api/rate-budget.ts": "" };

test.each([
  "`unit/core/governor`",
  "`test/e2e/`",
  "`allowance.ts`",
  "`main/governor.ts`",
  "`node tools/governor.ts --now`",
  "`rate-*.tsx`",
  "`cli.ts`",
])("reports a file that does not exist: %s", (text) => {
  expect(fileRule(example({ ...sources, "main/core/api/README.md": text }))).toHaveLength(1);
});

test.each([
  "`governor.ts`",
  "`main/core/api/governor.ts`",
  "`./rate-*.ts`",
  "`{governor,rate-budget}.ts`",
  "`governor`, a.ts",
])("accepts: %s", (text) => {
  expect(fileRule(example({ ...sources, "docs/architecture.md": text }))).toEqual([]);
});

test("the documents of the commands and of their JSON are those of `npm run docs`", async () => {
  for (const [file, text] of await generateDocuments()) {
    const isCurrent = readFileSync(join(root, file), "utf8") === text;
    expect(isCurrent, `${file} is out of date: npm run docs`).toBe(true);
  }
});
