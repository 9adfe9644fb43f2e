/** show: one record of every collection, as text, with its links. */
import { formatText } from "#shared/texts/text.ts";
import type { TextCode } from "#shared/texts/coded-text.ts";
import { t } from "../../../main/cli/text.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstImsiId, firstSimId, iccidOf, imsiOf } from "../../../main/simulator/values.ts";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { type CommandLine, createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";
import { textPattern } from "../../make/text-pattern.ts";

const folder = useScratchFolder();
let service: Simulator;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 40 });
});

afterAll(() => service.close());

function countLine(title: TextCode, total: number | string): string {
  return t(($) => $.cli.fleet.link.count, { title: formatText({ code: title }), total });
}

/** One linked record that was loaded from the service; `id` is the pattern of its id. */
function loaded(title: TextCode, id: string): RegExp {
  const line = textPattern((any) =>
    t(($) => $.cli.fleet.link.loadedAt, { link: countLine(title, 1), time: any(/20.*/) }),
  );
  return new RegExp(`${line}\\n.*\\(${id}\\)\\n`);
}

async function synchronised(): Promise<CommandLine> {
  const commandLine = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  await commandLine.run(["connection", "create", "practice", "--base-url", service.baseUrl], { stdin });
  await commandLine.run(["sync"]);
  return commandLine;
}

test("links lead from an endpoint to its SIM, its IMSI and its organisation, each with its own links", async () => {
  const line = await synchronised();
  const sim = String(firstSimId + 1);
  const endpoint = await line.run(["get", "endpoint", "70002"]);
  expect([endpoint.code, endpoint.err]).toEqual([0, ""]);
  expect(endpoint.out).toContain(`${t(($) => $.fleet.record.groups.identity)}\n`);
  expect(endpoint.out).toMatch(new RegExp(` {2}${RegExp.escape(t(($) => $.fleet.record.status))} +\\w+ \\(\\d\\)\\n`));
  expect(endpoint.out).toContain(`${countLine("link-sim", 1)}\n    ${iccidOf(1, 1)} (${sim})\n`);
  expect(endpoint.out).toMatch(
    new RegExp(
      textPattern((any) => {
        const asOf = t(($) => $.cli.fleet.show.asOf, { time: any(/20\d\d-.*/) });
        return `${asOf} · ${t(($) => $.cli.fleet.show.changed, { time: "20" })}`;
      }),
    ),
  );

  const output = (await line.run(["get", "sim", sim])).out;
  expect(output).toContain(`${countLine("link-endpoint", 1)}\n`);
  expect(output).toContain(`${countLine("link-imsis", 1)}\n    ${imsiOf(1, 1)} (${firstImsiId + 1})\n`);
  expect(output).toContain(
    `${countLine(
      "link-tariff-plans",
      t(($) => $.cli.fleet.link.notLoaded),
    )}\n`,
  );
  const imsi = (await line.run(["get", "imsi", String(firstImsiId + 1)])).out;
  expect(imsi).toContain(`${countLine("link-sim", 1)}\n    ${iccidOf(1, 1)} (${sim})\n`);

  const user = await line.run(["get", "user", "6001", "--json"]);
  const { links } = user.json<{ links: { relation: string; items: { id: string }[]; cache: { asOf: string } }[] }>();
  expect(links.map(({ cache }) => cache.asOf)).toEqual(links.map(() => expect.stringMatching(/^20\d\d-.*Z$/)));
  const organisation = links[0]?.items[0]?.id ?? "";
  const accounts = (await line.run(["get", "organisation", organisation, "--tariff-plans"])).out;
  expect(accounts).toMatch(
    new RegExp(
      `${RegExp.escape(countLine("link-users", 25))}\\n(.*\\n){5} {4}${RegExp.escape(t(($) => $.cli.fleet.link.more, { count: 20 }))}\\n`,
    ),
  );
  expect(accounts).toContain(`list user --filter 'organisation:${organisation}'`);
  const [, plan = ""] = loaded("link-tariff-plans", "(\\d+)").exec(accounts) ?? [];
  const back = (await line.run(["get", "tariff-plan", plan])).out;
  expect(back).toMatch(loaded("link-organisations", organisation));
});

test("reads a record from the service first on request, and caches it", async () => {
  const line = await synchronised();
  const change = { change: [{ id: 70_004, set: { name: "said to be\u001b[2J renamed", imei: null } }] };
  await fetch(`${service.baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify(change) });
  const live = await line.run(["get", "endpoint", "70004", "--refresh"]);
  // A name must not control the terminal.
  expect(live.out).toContain("said to be�[2J renamed");
  expect(live.out).toContain(t(($) => $.fleet.record.imeiNotReported));
  expect(live.out).toMatch(
    new RegExp(
      textPattern((any) => {
        const readAt = t(($) => $.cli.fleet.show.readAt, { time: any(/20.*/) });
        return `${readAt} · ${t(($) => $.cli.fleet.show.cacheAsOf, { time: "20" })}`;
      }),
    ),
  );
  const cached = await line.run(["get", "endpoint", "70004", "--raw"]);
  expect(JSON.parse(cached.out)).toMatchObject({ name: "said to be\u001b[2J renamed" });
});

test("reports what does not exist: in the cache, at the service, and as an option", async () => {
  const line = await synchronised();
  const none = await line.run(["get", "sim", "1"]);
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("error: not-in-cache: ")]);
  const missing = await line.run(["get", "user", "1", "--refresh"]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("error: no-such-record: ")]);
  const wrong = await line.run(["get", "user", "6001", "--tariff-plans"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(t(($) => $.cli.fleet.show.plansCollection))]);
});
