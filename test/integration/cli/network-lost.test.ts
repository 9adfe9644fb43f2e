/** The commands of the network over a network that loses answers, and with wrong input: exit codes, words, what was sent. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 3 });
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connect", "practice", "--base-url", service.baseUrl], { stdin });
});

afterEach(() => service.close());

async function calls(operation: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/_simulator/requests`);
  const { operations } = (await answer.json()) as { readonly operations: Readonly<Record<string, number>> };
  return operations[operation] ?? 0;
}

test("a lost deletion ends with code 4, stands in the list by its number, and is done again by hand", async () => {
  service.setFaults({ rules: [{ kind: "reset-before", rate: 1, on: "dns.delete", attempts: 1 }] });
  const lost = await line.run(["dns", "delete", "4"]);
  expect([lost.code, lost.out]).toEqual([4, ""]);
  expect(lost.err).toContain("It is not known whether DNS configuration 4 was deleted. It is still in the list.");
  expect(lost.err).toContain("It is kept as change 1.");
  const listed = await line.run(["dns", "list", "--refresh"]);
  expect(listed.err).toMatch(/CHANGE +SENT +WHAT +OUTCOME\n1 +\d{4}-\S+Z +delete 4 +not known +It is not known/);
  expect(await calls("dns.delete")).toBe(1);
  expect((await line.run(["dns", "delete", "4"])).out).toBe("DNS configuration 4 was deleted.\n");
  expect((await line.run(["dns", "list"])).err).toMatch(/\n1 +\S+ +delete 4 +settled \d{4}-\S+Z +It was not deleted/);
});

test.each(["reset-after", "reset-before"] as const)(
  "attach, detach and undo with lost answers (%s) end with code 4, and the step back is right afterwards",
  async (kind) => {
    await line.run(["dns", "attach", "3", "902"]);
    for (const lost of [
      ["attach", "4", "902"],
      ["undo", "902"],
      ["undo", "902"],
    ]) {
      service.setFaults({ rules: [{ kind, rate: 1, on: "profile.update" }] });
      const answer = await line.run(["dns", ...lost]);
      expect([answer.code, answer.out]).toEqual([4, ""]);
      expect(answer.err).toContain("Doing the change once more is safe.");
    }
    expect(await calls("profile.update")).toBe(4);
    service.setFaults({});
    expect((await line.run(["dns", "undo", "902"])).out).toContain("uses DNS configuration 3 again.");
    expect((await line.run(["dns", "delete", "4"])).code).toBe(0);
    const used = await line.run(["dns", "delete", "3"]);
    expect([used.code, used.err]).toEqual([1, expect.stringMatching(/error: dns-in-use: .*\(?902\)?/) as string]);
  },
);

test.each([
  [["create", "", "9.9.9.9"], "The primary address is missing."],
  [["create", "9.9.9.9", " "], "The secondary address is missing."],
  [["create", "9.9.9.999", "9.9.9.9"], 'The primary address "9.9.9.999" is not an IP address such as 9.9.9.9.'],
  [["create", "9.9.9.9", "224.0.0.1"], "The secondary address is a multicast address, which no name server can have."],
  [["create", "9.9.9.9", "2620:fe::fe"], "Both addresses must be of the same IP version"],
  [["create", "9.9.9.9"], "Missing required argument 'secondary'"],
  [["delete", "four"], "The id of the DNS configuration must be a whole number."],
  [["delete", ""], "Choose a DNS configuration, or give its id."],
  [["attach", "four", "902"], "The id of the DNS configuration must be a whole number."],
  [["attach", "", "902"], "Choose a DNS configuration, or give its id."],
] as const)("dns %j is wrong usage: %s", async (given, words) => {
  const wrong = await line.run(["dns", ...given]);
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toContain(words);
  expect([await calls("dns.create"), await calls("dns.delete"), await calls("profile.update")]).toEqual([0, 0, 0]);
});

test("private, equal and IPv6 addresses are warned of at their fields, and created", async () => {
  const odd = await line.run(["dns", "create", "10.0.0.53", "10.0.0.53"]);
  expect([odd.code, odd.err]).toEqual([
    0,
    "warning: primary: The primary address is a private address, which devices reach only through a private network.\n" +
      "warning: secondary: The secondary address is a private address, which devices reach only through a private network.\n" +
      "warning: secondary: Both addresses are the same: when this server fails there is no other to ask.\n",
  ]);
  const six = await line.run(["dns", "create", "2620:fe::fe", "2620:fe::9"]);
  expect([six.code, six.err]).toEqual([
    0,
    "warning: primary: The service is known to take IPv6 addresses and to go on using IPv4 name servers.\n",
  ]);
});

test.each([
  [["callback", "901", "x"], 2, "The id of the API callback must be a whole number."],
  [["callback", "4711", "21"], 1, "There is no service profile with the id 4711."],
  [["create", " "], 2, "The service profile must have a name."],
  [["create", "a", "--dns", "x"], 2, "The id of the DNS configuration must be a whole number."],
] as const)("profile %j ends with code %i: %s", async (given, code, words) => {
  const wrong = await line.run(["profile", ...given]);
  expect([wrong.code, wrong.out]).toEqual([code, ""]);
  expect(wrong.err).toContain(words);
  expect([await calls("profile.create"), await calls("profile.update")]).toEqual([0, 0]);
});
