/** Every operation of the contract is called by the window or the command line. */
import { Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { contract } from "#shared/contract/index.ts";
import { check, example, type Rule } from "./rule.ts";
import { parse, readSources } from "./source-files.ts";

const operations = Object.entries(contract).flatMap(([feature, of]) =>
  Object.keys(of.operations).map((name) => `${feature}.${name}`),
);

/** Clients name an operation as `client.feature.operation` or as the text "feature.operation". */
const clientRule: Rule = (files) => {
  const named = new Set<unknown>();
  for (const [file, text] of files) {
    if (!/^(renderer|main\/cli)\//.test(file)) continue;
    new Visitor({
      Literal: ({ value }) => void named.add(value),
      MemberExpression: ({ object, property }) => {
        const feature = object.type === "MemberExpression" ? object.property : object;
        if (feature.type === "Identifier" && property.type === "Identifier")
          named.add(`${feature.name}.${property.name}`);
      },
    }).visit(parse(file, text));
  }
  return operations
    .filter((operation) => !named.has(operation))
    .map((operation) => ({ file: "shared/contract/index.ts", problem: `no client calls ${operation}` }));
};

test("every operation has a client", () => {
  expect(check("clients", clientRule, readSources())).toEqual([]);
});

test("reports an operation that only main and a comment name", () => {
  const problems = clientRule(
    example({
      "renderer/a.ts": 'await fleet.sms.send(form); useFleetData("sms.thread", {}); // sms.recent',
      "main/cli/a.ts": "const { sms } = client; await sms.get({ id });",
      "main/app/a.ts": "await client.sms.measure(form);",
    }),
  ).map(({ problem }) => problem);
  const reported = (name: string): boolean => problems.includes(`no client calls sms.${name}`);
  expect(["send", "thread", "get"].filter(reported)).toEqual([]);
  expect(["recent", "measure"].filter(reported)).toEqual(["recent", "measure"]);
});
