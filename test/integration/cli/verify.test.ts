/** `verify` with the head hash recorded at export: what the chain alone does not prove. */
import { expect, test } from "vitest";
import { emptyCounts, writeEvidence } from "../../../main/features/campaigns/evidence/evidence.ts";
import { createCommandLine } from "../../make/command-line.ts";
import { t } from "../../../main/cli/text.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

async function write(file: string, campaign: string): Promise<string> {
  async function* noRecipients(): AsyncGenerator<never> {}
  const { head } = await writeEvidence(file, {
    header: {
      campaign: { name: campaign },
      connection: { name: "office" },
      plan: {},
      exportedAt: "2031-04-02T08:00:00.000Z",
    },
    recipients: noRecipients(),
    counts: emptyCounts(),
  });
  return head;
}

test("reports an intact chain with its origin and the advice to compare its head", async () => {
  const file = folder.path("reboot.jsonl");
  const head = await write(file, "reboot");
  const { code, out } = await createCommandLine(folder.path("data")).run(["verify", file]);
  expect([code, out]).toEqual([
    0,
    [
      t(($) => $.cli.audit.verify.intact, {
        entries: t(($) => $.common.recipientCount, { count: 0 }),
        heads: t(($) => $.cli.audit.verify.headText, { head: head }),
      }),
      t(($) => $.cli.audit.verify.about, {
        campaign: "reboot",
        connection: "office",
        time: "2031-04-02T08:00:00.000Z",
      }),
      t(($) => $.cli.audit.verify.compare),
    ].join(""),
  ]);
});

test("a file that was rewritten completely does not have the recorded head", async () => {
  const file = folder.path("reboot.jsonl");
  const head = await write(file, "reboot");
  const line = createCommandLine(folder.path("data"));
  for (const digest of [head, head.toUpperCase()]) {
    const { code, out } = await line.run(["verify", file, "--head", digest]);
    expect([code, out]).toEqual([0, expect.stringContaining(t(($) => $.cli.audit.verify.headMatches))]);
  }
  const forged = await write(file, "another campaign");
  const ran = await line.run(["verify", file, "--head", head]);
  expect([ran.code, ran.err]).toEqual([
    1,
    expect.stringContaining(
      `error: head-mismatch: ${t(($) => $.cli.audit.verify.mismatch, { heads: t(($) => $.cli.audit.verify.headText, { head: forged }), head })}`,
    ),
  ]);
  expect((await line.run(["verify", file, "--head", head, "--json"])).code).toBe(1);
});

test("a head that is not a hash is invalid usage", async () => {
  const { code, err } = await createCommandLine(folder.path("data")).run(["verify", "file", "--head", "4f1c"]);
  expect([code, err]).toEqual([2, expect.stringContaining(t(($) => $.cli.audit.verify.badHead))]);
});
