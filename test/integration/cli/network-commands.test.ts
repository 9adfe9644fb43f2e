/** The commands for DNS configurations and service profiles. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
let service: Simulator;
let line: CommandLine;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 30 });
});

afterAll(() => service.close());

beforeEach(async () => {
  service.setFaults({});
  line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await line.run(["connect", "practice", "--base-url", service.baseUrl], { stdin });
});

test("a configuration is created, attached, shown, put back and deleted", async () => {
  expect((await line.run(["dns", "list"])).out).toContain("The service was never asked for its DNS configurations");
  const tried = await line.run(["dns", "create", "8.8.8.8", "10.0.0.53", "--dry-run"]);
  expect([tried.code, tried.out]).toEqual([0, "Two IPv4 addresses; nothing was sent.\n"]);
  const created = await line.run(["dns", "create", "8.8.8.8", "10.0.0.53"]);
  expect([created.code, created.out]).toEqual([0, "DNS configuration 5 was created.\n"]);
  expect(created.err).toContain("warning: secondary: The secondary address is a private address");
  await line.run(["sync", "endpoint"]);
  await line.run(["profile", "list", "--refresh"]);

  const dry = await line.run(["dns", "attach", "5", "meters", "--dry-run"]);
  expect([dry.out, dry.err]).toEqual(["", expect.stringContaining('the service profile "Meters" (902): 8 endpoints.')]);
  expect((await line.run(["dns", "tell", "Meters", "none"])).out).toBe("It was kept; nothing was sent.\n");
  const attached = await line.run(["dns", "attach", "5", "Meters"]);
  expect([attached.code, attached.out]).toEqual([0, 'The service profile "Meters" (902) uses DNS configuration 5.\n']);
  expect(attached.err).toContain("until they connect again");
  expect((await line.run(["dns", "list"])).out).toMatch(/5 +8\.8\.8\.8 +10\.0\.0\.53 +IPv4 +Meters: 8 endpoints/);

  const refused = await line.run(["dns", "delete", "5"]);
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toContain("error: dns-in-use: ");
  expect(refused.err).toContain('Known to use it: the service profile "Meters" (902).');
  const undone = await line.run(["dns", "undo", "902", "--json"]);
  expect(undone.json()).toMatchObject({
    outcome: "done",
    change: { kind: "undone", at: expect.stringMatching(/^\d{4}-/) as string },
  });
  expect((await line.run(["dns", "undo", "902"])).err).toContain("error: nothing-to-undo: ");
  expect((await line.run(["dns", "history", "Meters"])).out).toMatch(/attached +Meters +none → 5 +done +undone/);
  expect((await line.run(["dns", "delete", "5"])).out).toBe("DNS configuration 5 was deleted.\n");
});

test("a wrong address is wrong usage, and names its field", async () => {
  const wrong = await line.run(["dns", "create", "8.8.8.8", "8.8.4"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('error: invalid-input: The secondary address "8.8.4" is not an IP address');
});

test("a lost answer ends with code 4 and says that doing it once more is safe", async () => {
  service.setFaults({ rules: [{ kind: "reset-after", rate: 1, on: "profile.update" }] });
  const lost = await line.run(["dns", "detach", "903"]);
  expect([lost.code, lost.out]).toEqual([4, ""]);
  expect(lost.err).toContain("error: unknown: ");
  expect(lost.err).toContain("Doing the change once more is safe.");
});

test("a step back over what moved since asks for a decision", async () => {
  await line.run(["dns", "tell", "903", "3"]);
  await line.run(["dns", "attach", "4", "903"]);
  await line.run(["dns", "tell", "903", "none"]);
  const moved = await line.run(["dns", "undo", "903"]);
  expect([moved.code, moved.err]).toEqual([5, expect.stringContaining("nothing was sent. It is now: none.")]);
});

test("profiles are listed with where they are known from, created, shown, and get a callback", async () => {
  expect((await line.run(["profile", "list"])).out).toContain("No service profile is known here.");
  expect((await line.run(["profile", "show", "Trackers"])).err).toContain("error: profile-unknown: ");
  const listed = await line.run(["profile", "list", "--refresh", "--json"]);
  expect(listed.json()).toMatchObject({ list: { state: "read", asOf: expect.stringMatching(/^\d{4}-/) as string } });
  const created = await line.run([
    "profile",
    "create",
    "Alarms",
    "--dns",
    "4",
    "--on",
    "apply_sms_quota",
    "--off",
    "allowed_3g",
  ]);
  expect(created.out).toMatch(/^The profile "Alarms" was created with the id \d+\.\n$/);
  const shown = await line.run(["profile", "show", "alarms", "--refresh"]);
  expect(shown.out).toContain(
    "dns: 4 (known from this computer)\ncallback: none (known from this computer)\nallowed_3g: off\n",
  );
  expect((await line.run(["profile", "callback", "Alarms", "21"])).out).toBe("The callback was set.\n");
  expect((await line.run(["profile", "show", "Alarms", "--json"])).json()).toMatchObject({
    profile: { callback: { stand: { state: "uses", callback: "21" } } },
    users: { filter: expect.stringMatching(/^service_profile:\d+$/) as string },
  });
  expect((await line.run(["profile", "callback", "Alarms", "earlier"])).out).toBe("No callback is set now.\n");
  const unknown = await line.run(["profile", "callback", "Meters", "earlier"]);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("is not known here") as string]);
  expect((await line.run(["profile", "create", "Alarms", "--dry-run"])).err).toContain('named "Alarms" already');
  expect((await line.run(["profile", "create", "a", "--on", "retail", "--off", "retail"])).code).toBe(2);
  expect((await line.run(["profile", "create", "a", "--on", "nonsense"])).code).toBe(2);
});

test("what is there already is a question with code 5, and --allow-same is the answer", async () => {
  const asked = await line.run(["dns", "create", "9.9.9.9", "149.112.112.112"]);
  expect([asked.code, asked.out, asked.err]).toEqual([
    5,
    "",
    "error: exists: DNS configuration 3 has these addresses already; nothing was sent. Use --allow-same to create it anyway.\n",
  ]);
  await line.run(["profile", "create", "Twins"]);
  const twin = await line.run(["profile", "create", "Twins"]);
  expect([twin.code, twin.out]).toEqual([5, ""]);
  expect(twin.err).toMatch(
    /error: exists: There is a service profile "Twins" already \(\d+\); nothing was sent\. Use --allow-same/,
  );
  const json = await line.run(["profile", "create", "Twins", "--json"]);
  expect([json.code, json.json()]).toEqual([5, expect.objectContaining({ outcome: "exists" })]);
  expect((await line.run(["profile", "create", "Twins", "--allow-same"])).code).toBe(0);
});

test("where the service has no list of profiles that is said", async () => {
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, status: 405, on: "profile.list" }] });
  expect((await line.run(["profile", "list", "--refresh"])).out).toContain("this service has no list of profiles");
});

test("a profile is updated field by field, after the number of its endpoints was printed", async () => {
  await line.run(["sync", "endpoint"]);
  const trial = await line.run(["profile", "update", "901", "--on", "retail", "--dry-run"]);
  expect([trial.code, trial.out]).toEqual([0, "Nothing was sent.\n"]);
  const updated = await line.run(["profile", "update", "901", "--name", "Vans", "--on", "retail", "--off", "nipdp"]);
  expect([updated.code, updated.out]).toEqual([0, "The service profile was updated.\n"]);
  expect(updated.err).toMatch(/^Service profile 901 is used by \d+ endpoints? \(local copy of endpoints: complete/);
  const shown = (await line.run(["profile", "show", "Vans", "--json"])).json();
  expect(shown).toMatchObject({ profile: { name: "Vans", switches: { retail: true, nipdp: false } } });
  const nothing = await line.run(["profile", "update", "901"]);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("The update names no field")]);
  const both = await line.run(["profile", "update", "901", "--on", "retail", "--off", "retail"]);
  expect(both.code).toBe(2);
});
