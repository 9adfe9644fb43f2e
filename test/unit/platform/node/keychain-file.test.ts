import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Keychain } from "../../../../main/core/hosts.ts";
import {
  readEncryptedFile,
  writeEncryptedFile,
  createFileKeychain,
} from "../../../../main/platform/node/keychain-file.ts";

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "fleetdesk-keychain-"));
  file = join(directory, "keychain.json");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Cheap to derive; the real cost has a test of its own. */
const open = (passphrase: string | undefined = "open sesame"): Keychain =>
  createFileKeychain({ file, passphrase, cost: { N: 2 ** 15, r: 1, p: 1 } });

interface Content {
  kdf: { N: number; salt: string };
  entries: Record<string, string>;
}

test("values can be read in another process, whatever their length and characters", async () => {
  const value = "Grüße 😀 ".repeat(1_000);
  await open().set("k", value);
  expect(await open().get("k")).toBe(value);
});

test("neither names nor values of secrets are readable in the file", async () => {
  await open().set("k", "very-secret");
  expect([readFileSync(file, "utf8").includes("very-secret"), statSync(file).mode & 0o777]).toEqual([false, 0o600]);
});

test("a new file costs 128 MiB per guess", async () => {
  await createFileKeychain({ file, passphrase: "open sesame" }).set("k", "v");
  expect((JSON.parse(readFileSync(file, "utf8")) as { kdf: unknown }).kdf).toMatchObject({
    name: "scrypt",
    N: 2 ** 17,
    r: 8,
    p: 1,
  });
});

test("without a passphrase nothing is read, written or created", async () => {
  for (const passphrase of [undefined, ""]) {
    const keychain = createFileKeychain({ file, passphrase });
    for (const call of [keychain.get("k"), keychain.set("k", "v"), keychain.delete("k")]) {
      await expect(call).rejects.toMatchObject({ code: "passphrase-missing" });
    }
  }
  expect(() => statSync(file)).toThrow("ENOENT");
});

test("a new file needs a passphrase of eight characters; an existing one opens with its own", async () => {
  await expect(open("seven 7").set("k", "v")).rejects.toMatchObject({
    code: "passphrase-too-short",
    text: codedText("passphrase-too-short", { limit: 8 }),
  });
  expect(() => statSync(file)).toThrow("ENOENT");
  expect(await open("seven 7").get("k")).toBeUndefined();
  await open("eight ch").set("k", "v");
  await expect(open("seven 7").get("k")).rejects.toMatchObject({ code: "passphrase-wrong" });
});

test.each([
  ["costs a guess next to nothing", { N: 2 ** 14, r: 8, p: 1 }],
  ["takes more than 256 MiB to open", { N: 2 ** 19, r: 8, p: 1 }],
])("a file that %s is damaged, even with a matching checksum", async (_case, cost) => {
  await open().set("k", "v");
  const encryptedFile = await readEncryptedFile(file);
  if (encryptedFile === undefined) throw new Error("the file is gone");
  await writeEncryptedFile(file, { ...encryptedFile, cost });
  await expect(open().get("k")).rejects.toMatchObject({ code: "keychain-damaged" });
});

test("a wrong passphrase reads nothing and changes nothing", async () => {
  await open().set("k", "v");
  const before = readFileSync(file);
  const keychain = open("wrong");
  for (const call of [keychain.get("k"), keychain.set("k", "other"), keychain.delete("k")]) {
    await expect(call).rejects.toMatchObject({ code: "passphrase-wrong" });
  }
  expect(readFileSync(file)).toEqual(before);
});

test("any changed character of the file is damage, not a wrong passphrase", async () => {
  await open().set("k", "v");
  const text = readFileSync(file, "utf8");
  for (const [from, to] of [
    ['"N": 32768', '"N": 65536'],
    ['"k"', '"j"'],
    ["fleetdesk-keychain", "fleetdesk-keychaim"],
    ["}", ""],
  ] as const) {
    writeFileSync(file, text.replace(from, to));
    await expect(open().get("k")).rejects.toMatchObject({ code: "keychain-damaged" });
  }
});

test("an entry moved to another name does not decrypt there, even with a matching checksum", async () => {
  await open().set("a", "of a");
  await open().set("b", "of b");
  const content = JSON.parse(readFileSync(file, "utf8")) as Content;
  const swappedEntries = { a: content.entries["b"] ?? "", b: content.entries["a"] ?? "" };
  const encryptedFile = await readEncryptedFile(file);
  if (encryptedFile === undefined) throw new Error("the file is gone");
  await writeEncryptedFile(file, { ...encryptedFile, entries: swappedEntries });
  await expect(open().get("a")).rejects.toMatchObject({ code: "keychain-damaged" });
});

test("an interrupted write leaves the former file, and the next one is readable by its owner only", async () => {
  await open().set("k", "old");
  writeFileSync(`${file}.new`, "half of a", { mode: 0o644 });
  expect(await open().get("k")).toBe("old");
  await open().set("k", "new");
  expect([await open().get("k"), statSync(file).mode & 0o777]).toEqual(["new", 0o600]);
});

test("concurrent changes of several keys are all stored", async () => {
  const keychain = open();
  await Promise.all(["a", "b", "c"].map((key) => keychain.set(key, `value of ${key}`)));
  await Promise.all([keychain.delete("b"), keychain.set("a", "newer")]);
  expect([await keychain.get("a"), await keychain.get("b"), await keychain.get("c")]).toEqual([
    "newer",
    undefined,
    "value of c",
  ]);
});

test("a missing directory is a failure that names the file", async () => {
  const keychain = createFileKeychain({
    file: join(directory, "gone", "keychain.json"),
    passphrase: "open sesame",
    cost: { N: 2 ** 15, r: 1, p: 1 },
  });
  await expect(keychain.set("k", "v")).rejects.toMatchObject({
    code: "data-dir-read-only",
    message: expect.stringContaining("keychain.json"),
  });
});
