import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codedText, decodeText, encodeText, isSameText } from "#shared/texts/coded-text.ts";
import { cli } from "#shared/texts/en/cli/index.ts";
import { app, codes } from "#shared/texts/en/index.ts";
import { recorded } from "#shared/texts/en/recorded.ts";
import { formerCodes } from "#shared/texts/former-codes.ts";
import { codesWith, formatText } from "#shared/texts/text.ts";

const zone = "Europe/Berlin";
/** 13:00 in Berlin. */
const noon = Date.UTC(2031, 2, 3, 12);

test("counts select the plural form and have separators", () => {
  const texts = [1, 3, 1200].map((count) => formatText(codedText("recipients", { count })));
  expect(texts).toEqual(["1 recipient", "3 recipients", "1,200 recipients"]);
});

/** The texts of a part of the catalogue, by key. */
function textsByKey(part: unknown, path = ""): readonly (readonly [key: string, text: string])[] {
  if (typeof part === "string") return [[path, part]];
  return Object.entries(part as object).flatMap(([key, child]) => textsByKey(child, `${path}.${key}`));
}

test("a text for one names one, and a text for several is not used for one", () => {
  const texts = [app, codes, cli].flatMap((part) => textsByKey(part));
  const several = texts.filter(([key, text]) =>
    key.endsWith("_one")
      ? /\bthese (messages|recipients|endpoints)\b/.test(text)
      : !key.endsWith("_other") && /\{\{count[^}]*\}\} (messages|recipients|endpoints)\b/.test(text),
  );
  expect(several).toEqual([]);
});

test("window and command line use the same, straight quotation marks", () => {
  expect(JSON.stringify([app, codes, cli]).match(/.{0,30}[\u2018-\u201f].{0,30}/g)).toBeNull();
});

test("texts can be parameters of texts", () => {
  const failure = codedText("service-refused-reason", { status: 422, reason: "Bad {{field}} $t(internal)" });
  expect(formatText(codedText("list-not-read", { failure }))).toBe(
    `${recorded["list-not-read"].replace("{{failure}}", "")}${recorded["service-refused-reason"]
      .replace("{{status}}", "422")
      .replace("{{reason, sentence}}", "Bad {{field}} $t(internal).")}`,
  );
  const last = { code: "service-1406", message: failure };
  expect(formatText(codedText("stop-consecutive", { attempts: 10, ...last }))).toBe(
    recorded["stop-consecutive"]
      .replace("{{attempts}}", "10")
      .replace("{{message, clause}}", () => formatText(failure).replace(/\.$/, ""))
      .replace("{{code}}", "service-1406"),
  );
});

test("times are in their zone, and short on the reader's day", () => {
  const at = codedText("starts-at", { at: { at: noon, zone } });
  expect(formatText(at)).toBe("Starts at 3 Mar 2031, 13:00 (Europe/Berlin).");
  const since = codedText("offline-since", { since: { at: noon, zone } });
  const messages = [60_000, 3_600_000, 86_400_000].map((later) => formatText(since, noon + later));
  expect(messages.map((text) => /since (.*), retrying/.exec(text)?.[1])).toEqual([
    "13:00:00",
    "13:00",
    "3 Mar 2031, 13:00",
  ]);
});

test("a code of a newer version is named, and a sentence of an earlier one is unchanged", () => {
  expect(formatText({ code: "from-tomorrow" })).toContain("(from-tomorrow)");
  for (const sentence of ["Cancelled by a person.", '{"code" is no text', ""]) {
    expect(formatText(decodeText(sentence))).toBe(sentence);
  }
});

test("a stored text is decoded to the same text", () => {
  const text = codedText("wave-passed", {
    wave: codedText("wave-number", { wave: 1, waves: 2 }),
    progress: codedText("wave-progress-sent"),
  });
  expect(isSameText(decodeText(encodeText(text)), text)).toBe(true);
  expect(isSameText(text, codedText("wave-canary"))).toBe(false);
  expect(isSameText(undefined, undefined)).toBe(true);
});

test("a text that was stored with former names of its code and parameters has the current ones", () => {
  const stored =
    '{"code":"ring-failed-nobody","params":{"ring":{"code":"ring-wave","params":{"wave":1,"waves":2}},"standing":{"code":"ring-standing-nobody"}}}';
  const text = codedText("wave-failed-none-sent", {
    wave: codedText("wave-number", { wave: 1, waves: 2 }),
    progress: codedText("wave-progress-none"),
  });
  expect(decodeText(stored)).toEqual(text);
  expect(formatText({ code: "said-created" })).toBe(recorded["confirmed-created"]);
  expect(codesWith(recorded["confirmed-created"])).toEqual(["confirmed-created", "said-created"]);
});

test("former codes have a current code, and are not in use again", () => {
  const current = new Set(Object.keys(codes).map((key) => key.replace(/_(one|other)$/, "")));
  expect([...formerCodes].filter(([former, code]) => current.has(former) || !current.has(code))).toEqual([]);
});

test("codes are found by words of their texts", () => {
  expect(codesWith("dns configuration")).toEqual(expect.arrayContaining(["create-dns", "delete-dns"]));
});

test("every text can be formatted from its parameters alone", () => {
  const left = Object.entries(recorded).flatMap(([key, template]) => {
    const names = [...template.matchAll(/\{\{([^},]+)/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === "count" ? 2 : "x"]));
    const formatted = formatText({ code: key.replace(/_(one|other)$/, ""), params });
    return /\{\{|\}\}|\$t\(|undefined/.test(formatted) ? [key] : [];
  });
  expect(left).toEqual([]);
});

test("no code is in two files: the catalogue would contain only one of its texts", async () => {
  const folder = join(import.meta.dirname, "../../../../shared/texts/en");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "index.ts");
  const groups = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(join(folder, file))) as Readonly<Record<string, object>>;
      const names = Object.keys(exported).filter((name) => name === "recorded" || name.endsWith("Codes"));
      return names.flatMap((name) => Object.keys(exported[name] ?? {}));
    }),
  );
  const keys = groups.flat();
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  // A group that is missing in the catalogue would be missing in the comparison, and in the program.
  expect(keys.toSorted()).toEqual(Object.keys(codes).toSorted());
});
