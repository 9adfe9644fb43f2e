/** The commands of the audit. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 5 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

const createDns = formatText(codedText("create-dns"));
const deleteDns = formatText(codedText("delete-dns"));
const signIn = formatText(codedText("sign-in-application-token"));

interface Listed {
  readonly items: readonly { readonly id: string; readonly outcome: string; readonly operation: string }[];
}

test("lists actions with actor and outcome, newest first", async () => {
  await line.run(["dns", "create", "8.8.8.8", "8.8.4.4"]);
  await line.run(["dns", "delete", "999"]);
  const listed = await line.run(["audit", "list", "--json"]);
  expect(listed.json<Listed>().items.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    [deleteDns, "refused"],
    [createDns, "done"],
    [signIn, "done"],
  ]);
  const rejected = await line.run(["audit", "list", "--outcome", "rejected"]);
  expect(rejected.out).toMatch(
    new RegExp(`rejected +${RegExp.escape(deleteDns)} +DNS configuration 999 .*practice +404`),
  );
  expect(rejected.out).toContain(t(($) => $.cli.audit.entriesLine, { count: 1 }));
  const targeted = await line.run(["audit", "list", "--target", "DNS configuration:999", "--json"]);
  expect(targeted.json<Listed>().items).toHaveLength(1);
  expect((await line.run(["audit", "list", "--search", "8.8.4.4", "--json"])).json<Listed>().items).toHaveLength(1);
});

test("the list contains created records and every number of the chain", async () => {
  const created = await line.run(["dns", "create", "8.8.8.8", "8.8.4.4", "--json"]);
  const { id } = created.json<{ readonly id: string }>();
  const { out } = await line.run(["audit", "list"]);
  expect(out).toMatch(
    new RegExp(
      `^${tableRow(
        t(($) => $.cli.headings.id),
        t(($) => $.cli.headings.links),
        t(($) => $.cli.headings.at),
      )}`,
    ),
  );
  const created201 = `201 ${t(($) => $.cli.audit.created, { id })}`;
  const creation = `${RegExp.escape(createDns)} +DNS configuration ${id} .* ${RegExp.escape(created201)}`;
  expect(out).toMatch(new RegExp(`^2 +2 3 .* done +${creation}$`, "m"));
  expect(out).toMatch(new RegExp(`^1 +1 .* done +${RegExp.escape(signIn)} .* practice`, "m"));
});

test("shows an entry with the values before and after", async () => {
  await line.run(["dns", "create", "8.8.8.8", "8.8.4.4"]);
  const id = (await line.run(["audit", "list", "--json"])).json<Listed>().items[0]?.id ?? "";
  const entry = await line.run(["audit", "get", id]);
  expect(entry.out).toMatch(/\* +primary +8\.8\.8\.8/);
  expect(entry.out).toMatch(
    new RegExp(
      tableRow(
        t(($) => $.cli.labels.created),
        /\d+/,
      ),
    ),
  );
  expect((await line.run(["audit", "get", "99999"])).err).toContain("error: audit-entry-unknown: ");
});

test("exports and verifies the whole chain, and detects a changed letter", async () => {
  await line.run(["dns", "create", "8.8.8.8", "8.8.4.4"]);
  const file = folder.path("audit.jsonl");
  const { out } = await line.run(["audit", "export", "--out", file]);
  const entries = t(($) => $.cli.audit.links, { count: 3 });
  const written = textPattern((any) => {
    const chainHead = t(($) => $.cli.audit.export.chainHead, { head: any(/(?<ofChain>\w{64})/) });
    const heads = t(($) => $.cli.audit.export.fileHead, { chainHead, head: any(/(?<ofFile>\w{64})/) });
    return t(($) => $.cli.audit.export.written, { entries, file, heads });
  });
  const { ofChain = "", ofFile = "" } = new RegExp(`^${written}$`).exec(out)?.groups ?? {};
  // The head hash is identical everywhere it is printed.
  expect((await line.run(["audit", "verify"])).out).toContain(
    t(($) => $.cli.audit.verify.intactChain, { entries, head: ofChain }),
  );
  expect((await line.run(["verify", file])).out).toContain(
    t(($) => $.cli.audit.verify.intact, {
      entries,
      heads: t(($) => $.cli.audit.verify.heads, { chainHead: ofChain, head: ofFile }),
    }),
  );
  for (const [head, code] of [
    [ofChain, 0],
    [ofFile, 0],
    ["0".repeat(64), 1],
  ] as const) {
    expect((await line.run(["verify", file, "--head", head])).code).toBe(code);
  }
  writeFileSync(file, readFileSync(file, "utf8").replace("8.8.4.4", "8.8.4.5"));
  const broken = await line.run(["verify", file]);
  expect([broken.code, broken.err]).toEqual([
    1,
    expect.stringContaining(
      t(($) => $.cli.audit.verify.line, { line: 3, problem: formatText(codedText("chain-broken")) }),
    ),
  ]);

  const table = folder.path("audit.csv");
  await line.run(["audit", "export", "--type", "change", "--out", table]);
  expect(readFileSync(table, "utf8").split("\n")[1]).toContain(createDns);
});

test("verifies the audit of the database, and detects a change made directly in the file", async () => {
  await line.run(["dns", "create", "8.8.8.8", "8.8.4.4"]);
  const entries = t(($) => $.cli.audit.links, { count: 3 });
  const intact = textPattern((any) => t(($) => $.cli.audit.verify.intactChain, { entries, head: any(/\w{64}/) }));
  expect((await line.run(["audit", "verify"])).out).toMatch(new RegExp(`^${intact}`));
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"));
  expect(() => database.exec("UPDATE audit_entry SET outcome = 'done'")).toThrow("append-only");
  expect(() => database.exec("DELETE FROM audit_entry")).toThrow("append-only");
  database.exec("DROP TRIGGER audit_entry_kept; DELETE FROM audit_entry WHERE seq = 3");
  database.close();
  const broken = await line.run(["audit", "verify"]);
  expect([broken.code, broken.err]).toEqual([
    1,
    expect.stringContaining(
      t(($) => $.cli.audit.brokenAt, { link: 3, problem: formatText(codedText("audit-end-missing")) }),
    ),
  ]);
});
