import { expect, test } from "vitest";
import { check, example, type Rule } from "./rule.ts";
import { importsOf, readSources, type FileMap } from "./source-files.ts";

/** Tarjan's strongly connected components; a component of more than one file, or a file that imports itself, is a cycle. */
const rule: Rule = (files) => {
  const graph = graphOf(files);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    low.set(file, index);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low.set(file, Math.min(lowOf(file), visit(next)));
      else if (stack.includes(next)) low.set(file, Math.min(lowOf(file), order.get(next) ?? index));
    }
    if (lowOf(file) === index) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1 || graph.get(file)?.has(file) === true) cycles.push(members.toSorted());
    }
    return lowOf(file);
  };
  const lowOf = (file: string): number => low.get(file) ?? 0;
  for (const file of files.keys()) if (!order.has(file)) visit(file);
  return cycles.map((members) => ({ file: members[0] ?? "", problem: `cycle of ${members.join(", ")}` }));
};

function graphOf(files: FileMap): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...files].map(([file, text]) => {
      return [
        file,
        new Set(importsOf(file, text).flatMap(({ ours, target }) => (ours && files.has(target) ? [target] : []))),
      ];
    }),
  );
}

test("no file imports itself through others, type imports included", () => {
  expect(check("cycles", rule, readSources())).toEqual([]);
});

test("reports a cycle through a type import and a re-export", () => {
  const files = example({
    "main/a.ts": 'import type { B } from "./b.ts";',
    "main/b.ts": 'export { c } from "./c.ts";',
    "main/c.ts": 'import { a } from "./a.ts";',
    "main/d.ts": 'import { a } from "./a.ts";',
  });
  expect(rule(files)).toEqual([{ file: "main/a.ts", problem: "cycle of main/a.ts, main/b.ts, main/c.ts" }]);
});

test("reports a file that imports itself", () => {
  expect(rule(example({ "main/a.ts": 'import { a } from "./a.ts";' }))).toHaveLength(1);
});
