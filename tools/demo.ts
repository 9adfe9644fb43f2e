/** The purpose of the program in under a minute: a campaign to a service with faults, accounted for to the last SMS. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type LedgerEntry, type Service } from "./demo/service.ts";
import { createShell, type Shell } from "./demo/shell.ts";
import { requireNoArguments } from "./no-arguments.ts";

const endpoints = 2000;
const text = "REBOOT {{pin}}";

/** A finished campaign with rejected recipients ends with 4, which the faults cause. */
const finished = [0, 4];

interface Campaign {
  readonly campaignId: string;
  readonly counts: { readonly planned: number; readonly excluded: number };
}

async function demo(shell: Shell, service: Service, folder: string): Promise<number> {
  shell.printHeading("1. Sign in and sync the fleet to this computer.");
  const settings = ["--set", "ceiling=none", "--set", "reconcileAfterMs=2000"];
  const secret = JSON.stringify({ application_token: service.applicationToken });
  await shell.run(["connection", "create", "practice", "--base-url", service.baseUrl, ...settings], { stdin: secret });
  await shell.run(["sync", "endpoint"]);

  shell.printHeading("2. Plan the campaign. Recipients and texts are fixed and saved. Nothing is sent.");
  const csv = join(folder, "recipients.csv");
  const listed = await shell.read<{ items: { id: number }[] }>(["list", "endpoint", "--limit", String(endpoints)]);
  writeFileSync(csv, recipientsCsv(listed.items.map(({ id }) => id)));
  const plan = ["campaign", "create", "--name", "reboot", "--sender", "4911", "--text", text, "--csv", csv];
  await shell.run(plan);
  const { items: campaigns } = await shell.read<{ items: Campaign[] }>(["campaign", "list"]);
  const [{ campaignId: id, counts }] = campaigns as [Campaign];

  shell.printHeading(
    "3. Send despite throttling, lost responses and rejections. Unknown outcomes are looked up, not sent again.",
  );
  const confirm = ["--confirm", String(counts.planned - counts.excluded)];
  await shell.run(["campaign", "run", id, "--rate", "150/s", ...confirm], { expected: finished });

  shell.printHeading("4. Export evidence that anyone can verify.");
  const evidence = join(folder, "reboot.fleetdesk-evidence");
  await shell.run(["campaign", "export", id, "--out", evidence, "--evidence", "--overwrite"]);
  await shell.run(["verify", evidence]);

  shell.printHeading("5. Compare with the service's record of accepted messages.");
  const { items } = await shell.read<{ items: Recipient[] }>(["campaign", "recipients", id]);
  const { lines, agrees } = compareWithLedger(items, await service.ledger());
  for (const line of lines) shell.print(`   ${line}`);
  shell.printHeading(
    agrees ? "Every SMS is accounted for: none is missing and none was sent twice." : "The records do NOT match.",
  );
  return agrees ? 0 : 1;
}

const recipients = 1500;

/** A typical customer list: semicolons, a byte order mark, a blank line, a duplicate, an unknown number. */
function recipientsCsv(endpointIds: readonly number[]): string {
  const rows = endpointIds.slice(0, recipients).map((id, index) => `${id};${1000 + index}`);
  const oddities = ["", `${endpointIds[0] ?? ""};9999`, "99999999;1234"];
  return `\uFEFFendpoint;pin\r\n${[...rows, ...oddities].join("\r\n")}\r\n`;
}

interface Recipient {
  readonly endpoint?: string;
  readonly outcome: string;
  readonly text?: string;
}

interface Comparison {
  readonly lines: readonly string[];
  readonly agrees: boolean;
}

/** Compares the recipients of the campaign with the ledger of the service: which endpoint got which text, and how often. */
function compareWithLedger(recipients: readonly Recipient[], ledger: readonly LedgerEntry[]): Comparison {
  const accepted = new Set(
    recipients.filter(({ outcome }) => outcome === "accepted").map(({ endpoint, text }) => `${endpoint} ${text}`),
  );
  const seen = new Map<string, number>();
  for (const { endpointId, payload } of ledger) {
    const key = `${endpointId} ${payload}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const twice = [...seen.values()].filter((times) => times > 1).length;
  const unknownToUs = [...seen.keys()].filter((key) => !accepted.has(key)).length;
  const unknownToService = [...accepted].filter((key) => !seen.has(key)).length;
  const open = recipients.filter(({ outcome }) => ["pending", "sending", "unknown"].includes(outcome)).length;
  return {
    lines: [
      `accepted according to Fleetdesk: ${accepted.size}; according to the service: ${ledger.length}`,
      `sent twice: ${twice}; only in the service: ${unknownToUs}; only in Fleetdesk: ${unknownToService}; still open: ${open}`,
    ],
    agrees: twice + unknownToUs + unknownToService + open === 0 && accepted.size > 0,
  };
}

// `npm start` imports this file where no window can open.
if (process.argv[1] === import.meta.filename)
  requireNoArguments("npm run demo: sends a campaign to a simulated service and compares the records. No options.");
const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), "fleetdesk-demo-"));
const shell = createShell({
  FLEETDESK_DATA_DIR: join(folder, "data"),
  FLEETDESK_KEYCHAIN: "file",
  FLEETDESK_PASSPHRASE: randomBytes(16).toString("hex"),
});
try {
  const service = await startService(shell, endpoints);
  try {
    process.exitCode = await demo(shell, service, folder);
  } finally {
    await service.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  shell.print(`(${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}
