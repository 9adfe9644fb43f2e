/** The DNS and profile commands over a network that loses responses, and with invalid input: exit codes, messages, requests. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { t } from "../../../main/cli/text.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { tableRow } from "../../make/table-row.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 3 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

async function calls(operation: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
  const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
  return operations[operation] ?? 0;
}

test("a lost deletion ends with code 4, is listed by its number, and can be repeated", async () => {
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "dns.delete", attempts: 1 }] });
  const lost = await line.run(["dns", "delete", "4"]);
  expect([lost.code, lost.out]).toEqual([4, ""]);
  const reason = codedText("connection-lost");
  expect(lost.err).toContain(formatText(codedText("dns-delete-unknown-listed", { reason, dns: "4", change: 1 })));
  const listed = await line.run(["dns", "list", "--refresh"]);
  const headings = tableRow(
    t(($) => $.cli.headings.change),
    t(($) => $.cli.headings.sent),
    t(($) => $.cli.headings.action),
    t(($) => $.cli.headings.outcome),
    t(($) => $.cli.headings.message),
  );
  const action = t(($) => $.cli.network.dns.deletion, { dns: "4" });
  const cells = tableRow(
    "1",
    /\d{4}-\S+Z/,
    action,
    t(($) => $.cli.values.unknown),
    /\S/,
  );
  expect(listed.err).toMatch(new RegExp(`${headings}\n${cells}`));
  expect(listed.err).toContain(formatText(codedText("dns-delete-unconfirmed", { dns: "4" })));
  expect(await calls("dns.delete")).toBe(1);
  expect((await line.run(["dns", "delete", "4"])).out).toBe(`${formatText(codedText("dns-deleted", { dns: "4" }))}\n`);
  const { err } = await line.run(["dns", "list"]);
  const resolvedAt = textPattern((any) => t(($) => $.cli.network.resolvedAt, { time: any(/\d{4}-\S+Z/) }));
  expect(err).toMatch(new RegExp(`\n${tableRow("1", /\S+/, action, new RegExp(resolvedAt), /\S/)}`));
  expect(err).toContain(formatText(codedText("delete-not-applied")));
});

test.each(["reset-after", "reset-before"] as const)(
  "attach, detach and undo with lost responses (%s) end with code 4, and a later undo restores the correct assignment",
  async (kind) => {
    await line.run(["dns", "attach", "3", "902"]);
    const unknown = formatText(codedText("dns-change-unknown", { reason: codedText("connection-lost") }));
    for (const lost of [
      ["attach", "4", "902"],
      ["undo", "902"],
      ["undo", "902"],
    ]) {
      service.setFaults({ rules: [{ kind, rate: 1, on: "profile.update" }] });
      const answer = await line.run(["dns", ...lost]);
      expect([answer.code, answer.out]).toEqual([4, ""]);
      expect(answer.err).toContain(unknown);
    }
    expect(await calls("profile.update")).toBe(4);
    service.setFaults({});
    expect((await line.run(["dns", "undo", "902"])).out).toContain(
      formatText(codedText("dns-restored", { profile: '"Meters" (902)', dns: "3" })),
    );
    expect((await line.run(["dns", "delete", "4"])).code).toBe(0);
    const used = await line.run(["dns", "delete", "3"]);
    expect([used.code, used.err]).toEqual([1, expect.stringMatching(/error: dns-in-use: .*\(?902\)?/) as string]);
  },
);

test.each([
  [["create", "", "9.9.9.9"], codedText("dns-primary-missing")],
  [["create", "9.9.9.9", " "], codedText("dns-secondary-missing")],
  [["create", "9.9.9.999", "9.9.9.9"], codedText("address-no-ip", { address: "9.9.9.999" })],
  [["create", "9.9.9.9", "224.0.0.1"], codedText("address-multicast", { address: "224.0.0.1" })],
  [["create", "9.9.9.9", "2620:fe::fe"], codedText("addresses-mixed-versions", { version: 4 })],
  [["create", "9.9.9.9"], "Missing required argument 'secondary'"],
  [["delete", "four"], codedText("dns-id-invalid")],
  [["delete", ""], codedText("dns-id-missing")],
  [["attach", "four", "902"], codedText("dns-id-invalid")],
  [["attach", "", "902"], codedText("dns-id-missing")],
] as const)("dns %j is invalid usage: %s", async (args, text) => {
  const wrong = await line.run(["dns", ...args]);
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toContain(typeof text === "string" ? text : formatText(text));
  expect([await calls("dns.create"), await calls("dns.delete"), await calls("profile.update")]).toEqual([0, 0, 0]);
});

const warning = (field: string, message: string): string => t(($) => $.cli.network.fieldWarning, { field, message });

test("private, equal and IPv6 addresses get warnings at their fields, and are created", async () => {
  const isPrivate = formatText(codedText("address-private", { address: "10.0.0.53" }));
  const odd = await line.run(["dns", "create", "10.0.0.53", "10.0.0.53"]);
  expect([odd.code, odd.err]).toEqual([
    0,
    warning("primary", isPrivate) +
      warning("secondary", isPrivate) +
      warning("secondary", formatText(codedText("addresses-same"))),
  ]);
  const six = await line.run(["dns", "create", "2620:fe::fe", "2620:fe::9"]);
  expect([six.code, six.err]).toEqual([0, warning("primary", formatText(codedText("addresses-version-6")))]);
});

test.each([
  [["callback", "901", "x"], 2, codedText("callback-id-invalid")],
  [["callback", "4711", "21"], 1, codedText("profile-not-found", { profile: "4711" })],
  [["create", " "], 2, codedText("profile-name-missing")],
  [["create", "a", "--dns", "x"], 2, codedText("dns-id-invalid")],
] as const)("profile %j ends with code %i: %s", async (args, code, text) => {
  const wrong = await line.run(["profile", ...args]);
  expect([wrong.code, wrong.out]).toEqual([code, ""]);
  expect(wrong.err).toContain(formatText(text));
  expect([await calls("profile.create"), await calls("profile.update")]).toEqual([0, 0]);
});
