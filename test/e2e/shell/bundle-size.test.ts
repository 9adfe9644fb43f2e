import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { out } from "../../../tools/fresh-build.ts";

const renderer = join(out, "renderer");
const read = (path: string): string => readFileSync(join(renderer, path), "utf8");

/** A script and every script that it needs before it can run. */
function withStaticImports(path: string, visited = new Set<string>()): ReadonlySet<string> {
  if (visited.has(path)) return visited;
  visited.add(path);
  for (const [, specifier] of read(path).matchAll(/(?:import|export)(?:[^;"'`()]*?from)?["'](\.[^"']+)["']/g)) {
    if (specifier !== undefined) withStaticImports(posix.join(posix.dirname(path), specifier), visited);
  }
  return visited;
}

function weight(paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
}

/** Scripts and styles that the page itself references, and those of the list, which is shown first. */
function firstScreen(): ReadonlySet<string> {
  const named = [...read("index.html").matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path ?? "",
  );
  const scripts = named.filter((path) => path.endsWith(".js"));
  const everything = new Set(named);
  for (const script of scripts) for (const path of withStaticImports(script)) everything.add(path);
  const list = [...everything].flatMap((path) =>
    [...read(path).matchAll(/\.\/(fleet-page-[\w-]+\.(?:js|css))/g)].map(([, name]) => `assets/${name ?? ""}`),
  );
  for (const path of list) {
    everything.add(path);
    if (path.endsWith(".js")) for (const needed of withStaticImports(path)) everything.add(needed);
  }
  return everything;
}

test("the first screen is at most 350 kB compressed, including the list", () => {
  const paths = firstScreen();
  expect([...paths].some((path) => path.includes("fleet-page"))).toBe(true);
  expect(weight(paths)).toBeLessThan(350_000);
});

/** Classes of Mantine's components in a text. */
function mantineClasses(text: string): ReadonlySet<string> {
  return new Set(text.match(/\bm_[0-9a-f]+\b/g));
}

test("every Mantine component in the scripts has its styles", () => {
  const assets = readdirSync(join(renderer, "assets"));
  const textOf = (extension: string): string =>
    assets.flatMap((file) => (file.endsWith(extension) ? [read(join("assets", file))] : [])).join("\n");
  const styled = mantineClasses(readFileSync("node_modules/@mantine/core/styles.css", "utf8"));
  const missing = mantineClasses(textOf(".js"))
    .intersection(styled)
    .difference(mantineClasses(textOf(".css")));
  expect([...missing]).toEqual([]);
});

test("other pages are not part of it", () => {
  const paths = [...firstScreen()];
  expect(paths.filter((path) => /(?:doctor|changes|settings|first-run)-page/.test(path))).toEqual([]);
});
