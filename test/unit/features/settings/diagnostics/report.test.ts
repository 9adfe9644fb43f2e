/** The report for support: whatever the log and the checks contain, no secret, number of a subscriber or name leaves the computer. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { redactIdentifiers } from "#shared/rules/redact.ts";
import { type ReportContent, writeReport } from "../../../../../main/features/settings/diagnostics/report.ts";

const content: ReportContent = {
  at: Date.UTC(2031, 0, 2),
  checks: [],
  log: [],
  identifiers: false,
  names: ["Acme Fleet", "anna"],
  dataDir: "/home/anna/.local/share/fleetdesk",
};

const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((numbers) => numbers.join(""));
/** ICCID, IMSI, IMEI, MSISDN, EID; as written by a person, too. */
const identifier = digits(10, 32);
const grouped = identifier.map((number) => number.replaceAll(/(\d{3})(?=\d)/g, "$1 "));
const token = fc.base64String({ minLength: 20, maxLength: 60 }).map((text) => text.replaceAll(/[+/=]/g, "x"));
const jwt = fc.tuple(token, token).map(([head, body]) => `eyJhbGciOi${head}.${body}.c2lnbmF0dXJl`);
const bearer = token.map((secret) => `Bearer ${secret}`);

/** A text of a log or of a message that quotes what it is about. */
const sentence = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("", "SMS to ", "endpoint ", '{"id":"'), part, fc.constantFrom("", ": not found", '"}'))
    .map((parts) => parts.join(""));

test("contains no secret, number or name, wherever the log or a check has one", () => {
  const part = fc.oneof(
    identifier,
    grouped,
    jwt,
    bearer,
    fc.constantFrom("Acme Fleet", "ACME FLEET", "anna", "anna@a.org"),
  );
  fc.assert(
    fc.property(part, fc.constantFrom("note", "reason", "at", "level"), (text, key) => {
      const value = fc.sample(sentence(fc.constant(text)), 1)[0] ?? text;
      const line = {
        at: content.at,
        level: "error" as const,
        event: "campaign.failed",
        fields: {
          [key]: value,
          endpoint: text,
          message: value,
          count: 12,
          cause: {
            name: "TypeError",
            message: value,
            stack: `TypeError: ${value}\n    at run (/home/anna/${text}.ts:1:2)`,
          },
        },
      };
      const check = {
        id: "log",
        result: "warning",
        code: "x",
        message: codedText("test-list-failed", { failure: value }),
      } as const;
      const report = writeReport({ ...content, checks: [check], log: [line] });
      expect(report).not.toMatch(/\d(?:[ -]?\d){9}/);
      expect(report).not.toMatch(/acme|anna|Bearer|eyJ/i);
      expect(report).toContain('"count": 12');
    }),
  );
});

test.each([
  ["at read (/home/jo.doe/.npm/fleetdesk/out/index.js:10:3)", "at read (…/out/index.js:10:3)"],
  ["at file:///C:/Users/Jo%20Doe/Fleetdesk/out/index.js:10:3", "at …/out/index.js:10:3"],
  [
    String.raw`at async Run.work (C:\Users\Jo Doe\Fleetdesk\out\index.js:10:3)`,
    String.raw`at async Run.work (…/out\index.js:10:3)`,
  ],
  ["at node:internal/process/task_queues:103:5", "at node:internal/process/task_queues:103:5"],
])("contains no directory of the computer's user: %s", (frame, shortened) => {
  const fields = { cause: { name: "TypeError", message: "x", stack: `TypeError: x\n    ${frame}` } };
  const line = { at: content.at, level: "error", event: "fleet.failed", fields } as const;
  expect(writeReport({ ...content, log: [line] })).toContain(JSON.stringify(shortened));
});

test("contains no path of a file that an error of the file system names", () => {
  const message = "EACCES: permission denied, rename '/home/jo.doe/o'neil.csv' -> '/home/jo.doe/b.csv'";
  const fields = { cause: { name: "Error", message } };
  const line = { at: content.at, level: "error", event: "fleet.failed", fields } as const;
  const report = writeReport({ ...content, log: [line] });
  expect(report).toContain("EACCES: permission denied, rename [redacted]");
  expect(report).not.toMatch(/jo.doe|neil/);
});

test("contains no address of a proxy", () => {
  const line = {
    at: content.at,
    level: "warn",
    event: "proxy.sign-in-unreadable",
    fields: { proxy: "proxy.acme.example" },
  } as const;
  expect(writeReport({ ...content, log: [line] })).not.toContain("proxy.acme");
});

test("keeps names and numbers where they are wanted, but no secret", () => {
  const fields = { connection: "Acme Fleet", endpoint: "8931080019012345678", header: "Bearer hunter2" };
  const line = { at: content.at, level: "warn", event: "campaign.watch-failed", fields } as const;
  const report = writeReport({ ...content, identifiers: true, log: [line] });
  expect(report).toContain("Acme Fleet");
  expect(report).toContain("8931080019012345678");
  expect(report).not.toContain("hunter2");
});

test("keeps what explains a failure: its code, the place in the program, and the message of a programming error", () => {
  const cause = {
    name: "AppError",
    code: "list-failed",
    message: "The list of van 7 failed",
    stack: "AppError: The list of van 7 failed\n    at read (/opt/fleetdesk/out/index.js:10:3)",
    cause: { name: "TypeError", message: "x is not a function", stack: "TypeError: x is not a function" },
  };
  const line = {
    at: content.at,
    level: "error",
    event: "fleet.failed",
    fields: { code: "list-failed", cause },
  } as const;
  const { log } = JSON.parse(writeReport({ ...content, log: [line] })) as { log: unknown };
  expect(log).toEqual([
    {
      at: "2031-01-02T00:00:00.000Z",
      level: "error",
      event: "fleet.failed",
      code: "list-failed",
      cause: {
        name: "AppError",
        code: "list-failed",
        frames: ["at read (…/out/index.js:10:3)"],
        cause: { name: "TypeError", message: "x is not a function", frames: [] },
      },
    },
  ]);
});

test("a name is removed as a whole word, in any case, with characters that patterns treat specially", () => {
  expect(redactIdentifiers("Van (7) and van (7)s", ["van (7)"])).toBe("[redacted] and van (7)s");
});

test("mail addresses are removed from a text of any length", () => {
  const long = "a".repeat(1_000_000);
  expect(redactIdentifiers(`Of ann@example.org (bob@example.org): ${long}`, [])).toBe(
    `Of [redacted] ([redacted]): ${long}`,
  );
});
