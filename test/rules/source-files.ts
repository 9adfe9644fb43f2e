/** The sources as input of the rules: texts by path, and the imports of each file. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { parseSync, Visitor, type Program } from "oxc-parser";

/** Text by path from the root, with forward slashes. */
export type FileMap = ReadonlyMap<string, string>;

export interface Import {
  /** As written in the source. */
  readonly specifier: string;
  /** Path from the root for a file of ours, else the package's name (`node:fs`, `zod`). */
  readonly target: string;
  readonly ours: boolean;
  /** The zero-based offset in the file. */
  readonly at: number;
}

const root = resolve(import.meta.dirname, "../..");
const folders = ["main", "preload", "renderer", "shared", "test", "tools"];

/** Every file of the source folders; `extensions` without the dot. */
export function readSources(extensions: readonly string[] = ["ts", "tsx"]): FileMap {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && extensions.some((extension) => entry.name.endsWith(`.${extension}`))) {
        files.set(posix.normalize(path.slice(root.length + 1).replaceAll("\\", "/")), readFileSync(path, "utf8"));
      }
    }
  }
  return files;
}

/** The syntax tree of a source file. Throws if it cannot be parsed: otherwise a rule would pass on a file that it did not read. */
export function parse(path: string, text: string): Program {
  const { program, errors } = parseSync(path, text);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${path}: ${first.message}`);
  return program;
}

/** Cached because several rules read the same files. */
const importsByFile = new Map<string, { readonly text: string; readonly imports: Import[] }>();

/** Static, type-only, re-exporting and dynamic imports, in order. */
export function importsOf(path: string, text: string): Import[] {
  const cached = importsByFile.get(path);
  if (cached?.text === text) return cached.imports;
  const imports: Import[] = [];
  const add = (source: { readonly type: string; readonly start: number; readonly value?: unknown } | null): void => {
    if (source !== null && typeof source.value === "string")
      imports.push({ ...resolveImport(path, source.value), at: source.start });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(parse(path, text));
  importsByFile.set(path, { text, imports });
  return imports;
}

function resolveImport(from: string, specifier: string): Omit<Import, "at"> {
  if (specifier.startsWith(".")) return { specifier, target: posix.join(posix.dirname(from), specifier), ours: true };
  if (specifier === "#catalogue") return { specifier, target: "shared/texts/en/index.ts", ours: true };
  if (specifier.startsWith("#shared/")) {
    return { specifier, target: specifier.replace("#shared/", "shared/"), ours: true };
  }
  if (specifier.startsWith("node:")) return { specifier, target: specifier, ours: false };
  const parts = specifier.split("/");
  return { specifier, target: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/"), ours: false };
}
