/** An incomplete list never proves that a lost creation was not applied, and reports what it lacks. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { createFastClock, type FastClock } from "../../../fakes/fast-clock.ts";
import { startReportingService, type ReportingService } from "../../../fakes/reporting-service.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { networkOptions } from "../../../make/network-options.ts";
import { bucketForm } from "../../../make/stream-forms.ts";

type Client = Core["client"];

interface Kind {
  readonly name: string;
  readonly operation: "dns.create" | "profile.create" | "stream.create" | "callback.create";
  readonly create: (client: Client) => Promise<{ readonly outcome: string }>;
  readonly refresh: (client: Client) => Promise<unknown>;
  /** The reported completeness of the cached list. */
  readonly gap: (client: Client) => Promise<CodedText | undefined>;
}

const kinds: readonly Kind[] = [
  {
    name: "DNS configuration",
    operation: "dns.create",
    create: ({ dns }) => dns.create({ primary: "192.0.2.1", secondary: "192.0.2.2" }),
    refresh: ({ dns }) => dns.refresh({}),
    gap: async ({ dns }) => (await dns.list({})).gap,
  },
  {
    name: "service profile",
    operation: "profile.create",
    create: ({ profiles }) => profiles.create({ name: "Proofs" }),
    refresh: ({ profiles }) => profiles.refresh({}),
    gap: async ({ profiles }) => (await profiles.list({})).list.gap,
  },
  {
    name: "data stream",
    operation: "stream.create",
    create: ({ streams }) => streams.create({ form: bucketForm }),
    refresh: ({ streams }) => streams.refresh({}),
    gap: async ({ streams }) => (await streams.list({})).gap,
  },
  {
    name: "API callback",
    operation: "callback.create",
    create: ({ streams }) => streams.createCallback({ url: "https://example.test/in", purpose: "x" }),
    refresh: ({ streams }) => streams.refreshCallbacks({}),
    gap: async ({ streams }) => (await streams.callbacks({})).gap,
  },
];

const open = (clock: FastClock): Promise<Core<FastClock, ReportingService>> =>
  openCore({ ...networkOptions, simulator: { endpoints: 3 }, proxy: startReportingService, clock });

for (const kind of kinds) {
  test.each([
    [200, ""],
    [204, ""],
    [200, "null"],
  ])(`a lost creation of a ${kind.name} stays unknown when its list is answered with %i "%s"`, async (status, body) => {
    const clock = createFastClock(1);
    await using core = await open(clock);
    core.setFaults({ kind: "reset-before", rate: 1, on: kind.operation });
    expect(await kind.create(core.client)).toMatchObject({ outcome: "unknown" });
    core.setFaults();
    clock.jump(121_000);
    core.proxy.listAnswer = { status, body };
    await expect(kind.refresh(core.client)).rejects.toMatchObject({ code: "unexpected-answer" });
    await expect(kind.create(core.client)).rejects.toMatchObject({ code: "unexpected-answer" });
    expect(await core.requests(kind.operation)).toBe(1);
  });

  test(`counts records without an id in the list of ${kind.name}s, which prove nothing`, async () => {
    const clock = createFastClock(1);
    await using core = await open(clock);
    core.setFaults({ kind: "reset-before", rate: 1, on: kind.operation });
    expect(await kind.create(core.client)).toMatchObject({ outcome: "unknown" });
    core.setFaults();
    clock.jump(121_000);
    core.proxy.listAnswer = { status: 200, body: '[{},{"name":"x"}]' };
    await kind.refresh(core.client);
    expect(await kind.gap(core.client)).toEqual(codedText("list-without-ids", { count: 2 }));
    expect(await kind.create(core.client)).toMatchObject({ outcome: "unsettled" });
    expect(await core.requests(kind.operation)).toBe(1);
  });
}

for (const kind of kinds) {
  test.each([
    ["a list without it", { status: 200, body: "[]" }, codedText("id-not-returned-not-listed")],
    ["no list", { status: 404, body: "" }, codedText("id-not-returned")],
  ])(`reports a created ${kind.name} whose id is not returned with %s`, async (_what, listAnswer, reason) => {
    const clock = createFastClock(1);
    await using core = await open(clock);
    core.proxy.hidesNewIds = true;
    core.proxy.listAnswer = listAnswer;
    expect(await kind.create(core.client)).toMatchObject({
      outcome: "created",
      message: { params: { reason } },
    });
  });
}
