import { expect, test } from "vitest";
import { cli } from "#shared/texts/en/cli/index.ts";
import { i18n } from "#shared/texts/text.ts";
import { t } from "../../../main/cli/text.ts";

type Tree = Readonly<Record<string, unknown>>;

function pathsOf(tree: Tree, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[...path, key]] : pathsOf(value as Tree, [...path, key]),
  );
}

test("a text without parameters is the one of i18next", () => {
  const slow = i18n.getFixedT(null, "cli") as unknown as (key: string) => string;
  const fast = t as unknown as (select: (root: Tree) => unknown) => string;
  const texts = pathsOf(cli).map((path) => {
    const select = (root: Tree): unknown => ["cli", ...path].reduce((node: unknown, key) => (node as Tree)[key], root);
    return [path.join("."), fast(select), slow(path.join("."))] as const;
  });
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(([, read, translated]) => read !== translated)).toEqual([]);
});

test("parameters, plural forms and shared texts are those of i18next", () => {
  expect(t(($) => $.cli.program.seeHelp, { message: "No.", command: "fleetdesk" })).toBe("No. (See: fleetdesk --help)");
  expect(t(($) => $.common.messageCount, { count: 2 })).toBe("2 messages");
  expect(t(($) => $.common.none)).toBe(i18n.t(($) => $.common.none));
});
