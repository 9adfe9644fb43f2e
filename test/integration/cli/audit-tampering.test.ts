/** Manipulated audit exports and invalid audit commands: each is detected, with a message and an exit code. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { auditKindSchema, auditOutcomeSchema } from "#shared/contract/audit/audit-schemas.ts";
import { labelsOf } from "../../../main/cli/option-values.ts";
import { t } from "../../../main/cli/text.ts";
import { textPattern } from "../../make/text-pattern.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createChainWriter } from "../../../main/core/files/chain-file.ts";
import { canonicalJson } from "../../../main/core/hash-chain.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let line: CommandLine;

beforeEach(async () => {
  const service = await startSimulator({ endpoints: 3 });
  onTestFinished(() => service.close());
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await line.run(["dns", "create", "8.8.8.8", "8.8.4.4"]);
  await line.run(["dns", "delete", "999"]);
});

const hashDoesNotFit = formatText(codedText("chain-broken"));
const forged = canonicalJson({ entry: { type: "link", seq: 9, hash: "0", link: { seq: 9 } }, hash: "0".repeat(64) });

/** A header, five links, a footer. */
const tamperings: readonly (readonly [
  description: string,
  tamper: (lines: readonly string[]) => readonly string[],
  sentence: string,
  at: number,
])[] = [
  ["a byte of the header", ([first = "", ...rest]) => [first.replace("-audit", "-budit"), ...rest], hashDoesNotFit, 1],
  ["a byte of an entry", (lines) => lines.map((text) => text.replace("8.8.4.4", "8.8.4.5")), hashDoesNotFit, 3],
  ["a line that is gone", (lines) => lines.toSpliced(3, 1), hashDoesNotFit, 4],
  ["two lines that changed places", (lines) => swapped(lines, 2, 3), hashDoesNotFit, 3],
  ["a tail that is cut off", (lines) => lines.slice(0, 5), formatText(codedText("audit-file-truncated")), 6],
  ["a line cut in its middle", (lines) => [...lines.slice(0, 5), "{"], formatText(codedText("chain-line-not-json")), 6],
  ["a forged line at the end", (lines) => [...lines, forged], hashDoesNotFit, 8],
  ["a forged line in between", (lines) => lines.toSpliced(4, 0, forged), hashDoesNotFit, 5],
];

function swapped(lines: readonly string[], one: number, other: number): readonly string[] {
  return lines.with(one, lines[other] ?? "").with(other, lines[one] ?? "");
}

test("detects any manipulation of an exported audit, with its line and a message", async () => {
  const file = folder.path("audit.jsonl");
  await line.run(["audit", "export", "--out", file]);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(7);
  expect((await line.run(["verify", file])).code).toBe(0);
  for (const [description, tamper, sentence, at] of tamperings) {
    writeFileSync(file, `${tamper(lines).join("\n")}\n`);
    const { code, out, err } = await line.run(["verify", file]);
    expect([description, code, out, err]).toEqual([
      description,
      1,
      "",
      expect.stringContaining(t(($) => $.cli.audit.verify.line, { line: at, problem: sentence })),
    ]);
  }
  // With new hashes of the lines, also an entry that is gone, whose successor's hash covers nothing in the file.
  const chain = createChainWriter();
  const entries = lines.map(
    (text) => (JSON.parse(text) as { readonly entry: Readonly<Record<string, unknown>> }).entry,
  );
  const cut = entries.toSpliced(3, 1).map((entry) => {
    if (entry["type"] !== "footer") return chain.line(entry);
    return chain.line({ ...entry, entries: entries.length - 3, previous: chain.head() });
  });
  writeFileSync(file, cut.join(""));
  expect((await line.run(["verify", file])).err).toContain(
    t(($) => $.cli.audit.verify.line, { line: 4, problem: formatText(codedText("audit-entry-missing")) }),
  );
  // Whatever its first line is, the failure has the code of an audit.
  for (const first of ["{", lines[0]?.replace("fleetdesk-audit", "fleetdesk-other") ?? "", ` ${lines[0] ?? ""}`]) {
    writeFileSync(file, `${[first, ...lines.slice(1)].join("\n")}\n`);
    const { code, err } = await line.run(["verify", file]);
    const firstLine = textPattern((any) => t(($) => $.cli.audit.verify.line, { line: 1, problem: any(/.+/) }));
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^error: audit-broken: ${firstLine}`))]);
  }
  writeFileSync(file, lines.join("\n"));
  expect((await line.run(["verify", file])).err).toContain(
    t(($) => $.cli.audit.verify.line, { line: 7, problem: formatText(codedText("chain-last-line-incomplete")) }),
  );
  expect((await line.run(["verify", folder.path("none.jsonl")])).err).toContain("error: file-not-found: ");
});

test("every filter of the audit narrows it, and a filter without matches is reported", async () => {
  const counts: readonly (readonly [entries: number, ...filter: readonly string[]])[] = [
    [3],
    [2, "--type", "change"],
    [1, "--outcome", "rejected"],
    [3, "--outcome", "rejected", "done"],
    [1, "--target", "999"],
    [1, "--target", "DNS configuration:999"],
    [0, "--target", "endpoint:999"],
    [0, "--target", "123456"],
    [1, "--search", "8.8.4.4"],
    [0, "--search", "nowhere"],
    [3, "--connection", "practice"],
    [3, "--since", "2001-01-01"],
    [0, "--until", "2001-01-01T00:00:00Z"],
  ];
  for (const [entries, ...filter] of counts) {
    const { code, out } = await line.run(["audit", "list", ...filter]);
    const countText = t(($) => $.cli.audit.entriesLine, { count: entries });
    expect([filter, code, out.endsWith(countText)]).toEqual([filter, 0, true]);
  }
});

test("reports an invalid filter and an unknown entry, with their exit codes", async () => {
  const wrong: readonly (readonly [code: number, sentence: string, ...args: readonly string[]])[] = [
    [2, t(($) => $.cli.program.badTime, { text: "yesterday" }), "list", "--since", "yesterday"],
    [2, t(($) => $.cli.program.badTime, { text: "2031-02-30" }), "list", "--until", "2031-02-30"],
    [
      2,
      t(($) => $.cli.program.badChoice, { choices: labelsOf(auditOutcomeSchema.options) }),
      "list",
      "--outcome",
      "lost",
    ],
    [2, t(($) => $.cli.program.badChoice, { choices: labelsOf(auditKindSchema.options) }), "list", "--type", "sms"],
    [2, t(($) => $.cli.program.limitValue), "list", "--limit", "0"],
    [2, t(($) => $.cli.audit.untilBeforeFrom), "list", "--since", "2031-04-03", "--until", "2031-04-02"],
    [2, t(($) => $.cli.audit.targetWithoutId), "list", "--target", "endpoint:"],
    [1, `error: audit-entry-unknown: ${formatText(codedText("no-such-audit-entry", { id: "99" }))}`, "get", "99"],
    [2, "error: invalid-input: ", "get", "x"],
    [1, `error: audit-entry-unknown: ${formatText(codedText("no-such-audit-entry", { id: "3" }))}`, "get", "3"],
    [1, "error: connection-unknown: ", "list", "--connection", "nowhere"],
  ];
  for (const [code, sentence, ...args] of wrong) {
    const ran = await line.run(["audit", ...args]);
    expect([args, ran.code, ran.out, ran.err]).toEqual([args, code, "", expect.stringContaining(sentence)]);
  }
});
