import { codedText } from "#shared/texts/coded-text.ts";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  addOutcome,
  emptyCounts,
  evidenceFormat,
  type EvidenceRecipient,
  type EvidenceSource,
  evidenceVersion,
  verifyEvidence,
  writeEvidence,
} from "../../../../../main/features/campaigns/evidence/evidence.ts";
import { createChainWriter } from "../../../../../main/core/files/chain-file.ts";
import { canonicalJson, chainHash, chainStart } from "../../../../../main/core/hash-chain.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();

const recipients: readonly EvidenceRecipient[] = [
  { row: 2, outcome: "accepted", identifier: "Grüße", smsId: "9", history: [{ at: 1, event: "sent" }] },
  { row: 3, outcome: "excluded", identifier: "x\u2028\n", reason: "duplicate" },
  { row: 4, outcome: "refused", identifier: "\ud800", code: "1400" },
  { row: 5, outcome: "accepted", identifier: "\ufffd", smsId: "10" },
];

function source(of: readonly EvidenceRecipient[], more: Partial<EvidenceSource> = {}): EvidenceSource {
  const counts = emptyCounts();
  for (const { outcome } of of) addOutcome(counts, outcome);
  return {
    header: {
      campaign: { id: "1", name: "Reset" },
      connection: { name: "main" },
      plan: { text: "AT" },
      exportedAt: "2031",
    },
    recipients: (async function* () {
      await Promise.resolve();
      for (const recipient of of) yield [recipient];
    })(),
    counts,
    ...more,
  };
}

let file = "";
let bytes: Buffer = Buffer.alloc(0);
let head = "";
beforeEach(async () => {
  file = folder.path("campaign.evidence");
  ({ head } = await writeEvidence(file, source(recipients)));
  bytes = readFileSync(file);
});

async function verifyAs(content: string | Uint8Array): Promise<boolean> {
  writeFileSync(file, content);
  return (await verifyEvidence(file)).valid;
}

describe("a complete file", () => {
  test("is valid, with its recipients and the head from the export", async () => {
    expect(await verifyEvidence(file)).toMatchObject({
      valid: true,
      entries: 4,
      head,
      about: { campaign: "Reset", connection: "main", counts: { planned: 4, accepted: 2, refused: 1, excluded: 1 } },
    });
  });

  test("is valid in the former versions, with their fields and messages, and not in a newer version", async () => {
    const write = (version: number): boolean | Promise<boolean> => {
      const chainWriter = createChainWriter();
      const header = { type: "header", format: evidenceFormat, version, exportedAt: "2031" };
      const about = { campaign: { id: "1", name: "Reset" }, connection: { name: "main" }, plan: { text: "AT" } };
      const recipient = {
        type: "recipient",
        row: 2,
        given: "1",
        ring: 0,
        outcome: "refused",
        settledAt: "2031",
        doubtAt: "2031",
        code: "http-422",
        message: "The service refused.",
      };
      const counts = { ...emptyCounts(), planned: 1, refused: 1 };
      const lines = [chainWriter.line({ ...header, ...about }), chainWriter.line(recipient)];
      return verifyAs(
        [...lines, chainWriter.line({ type: "footer", counts, entries: 1, previous: chainWriter.head() })].join(""),
      );
    };
    const versions = [1, 2, evidenceVersion, evidenceVersion + 1];
    const validity: boolean[] = [];
    for (const version of versions) validity.push(await write(version));
    expect(validity).toEqual([true, true, true, false]);
  });

  test("is valid for a campaign without recipients", async () => {
    await writeEvidence(file, source([]));
    expect(await verifyEvidence(file)).toMatchObject({ valid: true, entries: 0 });
  });

  test("is valid with a member named like a built-in property of JavaScript", async () => {
    const odd = JSON.parse('{ "row": 2, "outcome": "pending", "__proto__": { "a": 1 } }') as EvidenceRecipient;
    await writeEvidence(file, source([odd]));
    expect(await verifyEvidence(file)).toMatchObject({ valid: true, entries: 1 });
  });

  test("is valid whatever the recipients contain", async () => {
    const facts = fc.array(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(facts, async (all) => {
        const records = all.map((fact, row): EvidenceRecipient => ({ ...fact, row, outcome: "pending" }));
        await writeEvidence(file, source(records));
        expect(await verifyEvidence(file)).toMatchObject({ valid: true, entries: records.length });
      }),
      { numRuns: 60 },
    );
  });
});

describe("verification detects changes", () => {
  test("of a byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ flip;
        expect(await verifyAs(changed)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("of removed or inserted bytes", async () => {
    const piece = fc.uint8Array({ maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.nat(3), piece, async (place, cut, put) => {
        const changed = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
        fc.pre(!changed.equals(bytes));
        expect(await verifyAs(changed)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("of removed, repeated or moved lines", async () => {
    const lines = bytes.toString().split("\n").slice(0, -1);
    const pick = fc.array(fc.nat(lines.length - 1), { maxLength: lines.length + 2 });
    await fc.assert(
      fc.asyncProperty(pick, async (order) => {
        const changed = order.map((index) => `${lines[index]}\n`).join("");
        fc.pre(changed !== bytes.toString());
        expect(await verifyAs(changed)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("of a truncated end at any position", async () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(await verifyAs(bytes.subarray(0, length))).toBe(false);
    }
  });

  test("with the line of the change", async () => {
    writeFileSync(file, bytes.toString().replace('"duplicate"', '"suppressed"'));
    expect(await verifyEvidence(file)).toEqual({
      valid: false,
      entries: 1,
      problem: codedText("chain-broken"),
      line: 3,
      // Facts read before the flaw; no counts, because they were not verified.
      about: { campaign: "Reset", connection: "main", exportedAt: "2031" },
    });
  });

  test("of line endings only", async () => {
    expect(await verifyAs(bytes.toString().replaceAll("\n", "\r\n"))).toBe(false);
  });

  test("of a byte order mark at the start", async () => {
    expect(await verifyAs(`\uFEFF${bytes.toString()}`)).toBe(false);
  });
});

test("rejects counts that do not add up, even with a matching chain", async () => {
  let chain = chainStart;
  const chainedLines = bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { entry } = JSON.parse(line) as { entry: Record<string, unknown> };
      if (entry["row"] === 4) entry["outcome"] = "accepted";
      if (entry["type"] === "footer") entry["previous"] = chain;
      chain = chainHash(chain, canonicalJson(entry));
      return `${canonicalJson({ entry, hash: chain })}\n`;
    });
  writeFileSync(file, chainedLines.join(""));
  expect(await verifyEvidence(file)).toMatchObject({
    valid: false,
    line: 6,
    problem: codedText("evidence-counts-differ"),
  });
});

test("rejects a file that is not evidence", async () => {
  expect([await verifyAs("hello\n"), await verifyAs(""), await verifyAs(Buffer.from([0xff, 0xfe]))]).toEqual([
    false,
    false,
    false,
  ]);
});

test("reports a line nested deeper than Fleetdesk writes as a flaw of that line", async () => {
  const deep = `{"entry":{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}},"hash":"0"}\n`;
  const header = bytes.toString().split("\n", 1)[0] ?? "";
  writeFileSync(file, `${header}\n${deep}`);
  expect(await verifyEvidence(file)).toMatchObject({ valid: false, line: 2 });
  writeFileSync(file, `${header}\n${deep.replace('"type":', '"type":"recipient","x":')}`);
  expect(await verifyEvidence(file)).toMatchObject({
    valid: false,
    line: 2,
    problem: codedText("chain-line-too-deep"),
  });
});

test("fails to verify a missing file", async () => {
  await expect(verifyEvidence("/nowhere/file")).rejects.toMatchObject({ code: "file-not-found" });
});

describe("writing", () => {
  test("leaves the former file and no temporary file after a failure", async () => {
    const counts = { ...emptyCounts(), planned: 9 };
    await expect(writeEvidence(file, source(recipients, { counts }))).rejects.toMatchObject({
      code: "evidence-inconsistent",
    });
    expect([readFileSync(file).equals(bytes), readdirSync(folder.path("."))]).toEqual([true, ["campaign.evidence"]]);
  });

  test("reports a directory that does not exist", async () => {
    const nowhere = folder.path("nowhere/file");
    await expect(writeEvidence(nowhere, source([]))).rejects.toMatchObject({
      code: "file-unwritable",
      text: codedText("file-directory-missing", { file: nowhere }),
    });
  });

  test("rejects a directory as the target", async () => {
    mkdirSync(folder.path("taken"));
    await expect(writeEvidence(folder.path("taken"), source([]))).rejects.toMatchObject({ code: "file-unwritable" });
    expect(existsSync(folder.path("taken"))).toBe(true);
  });
});
