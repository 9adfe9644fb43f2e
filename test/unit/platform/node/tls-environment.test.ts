import { X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, onTestFinished, test } from "vitest";
import type { CertificateFile } from "../../../../main/core/hosts.ts";
import { trustExtraCertificates } from "../../../../main/platform/node/tls-environment.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { expiredCertificate, filterAuthority, localhostCertificate } from "../../../make/certificate.ts";

interface Trusted {
  readonly dataDir: string;
  readonly log: string;
  readonly files: readonly CertificateFile[];
  /** How many certificates the process trusts in addition. */
  readonly added: number;
}

/** A certificate may be in the list twice. */
const trustedCount = (): number =>
  new Set(getCACertificates("default").map((pem) => new X509Certificate(pem).fingerprint256)).size;

/** `content` of certificates.pem; `extra`: of the file that NODE_EXTRA_CA_CERTS names. */
function trust({ content, extra, variables = {} }: { content?: string; extra?: string; variables?: object }): Trusted {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdesk-certificates-"));
  const before = getCACertificates("default");
  const count = trustedCount();
  onTestFinished(() => {
    setDefaultCACertificates(before);
    rmSync(dataDir, { recursive: true });
  });
  if (content !== undefined) writeFileSync(join(dataDir, "certificates.pem"), content);
  if (extra !== undefined) writeFileSync(join(dataDir, "extra.pem"), extra);
  const log = createFakeLog();
  const named = extra === undefined ? {} : { NODE_EXTRA_CA_CERTS: join(dataDir, "extra.pem") };
  const files = trustExtraCertificates({
    dataDir,
    variables: { ...named, ...variables },
    clock: createFakeClock(),
    log,
  });
  return { dataDir, log: log.text(), files, added: trustedCount() - count };
}

test("trusts the certificates of the data directory and of NODE_EXTRA_CA_CERTS", () => {
  const { dataDir, files, added } = trust({ content: `A company\n${filterAuthority}`, extra: localhostCertificate });
  expect(files).toEqual([
    { file: join(dataDir, "certificates.pem"), count: 1 },
    { file: join(dataDir, "extra.pem"), count: 1 },
  ]);
  expect(added).toBe(2);
});

test("without such a file nothing changes and nothing is reported", () => {
  expect(trust({})).toMatchObject({ files: [], log: "", added: 0 });
});

test.each([
  ["contains no certificate", "hello", "certificates-none", {}],
  ["is empty", "", "certificates-none", {}],
  ["has expired", expiredCertificate, "certificates-expired", { number: 1, until: "2021-01-01" }],
  ["is damaged", filterAuthority.replace("MII", "MIX"), "certificates-damaged", { number: 1 }],
])("names a file that %s", (_case, content, code, params) => {
  const { dataDir, files, added, log } = trust({ content });
  const file = join(dataDir, "certificates.pem");
  expect(files).toEqual([{ file, count: 0, problem: codedText(code as "certificates-none", { file, ...params }) }]);
  expect(added).toBe(0);
  expect(log).toContain("tls.certificates-problem");
});

test("the good certificates of a file are trusted beside a bad one", () => {
  const { files, added } = trust({ content: `${expiredCertificate}${filterAuthority}` });
  expect(files).toMatchObject([{ count: 1, problem: { code: "certificates-expired" } }]);
  expect(added).toBe(1);
});

test("names a file that cannot be read", () => {
  const missing = join(tmpdir(), "fleetdesk-certificates-missing.pem");
  const { files } = trust({ variables: { NODE_EXTRA_CA_CERTS: missing } });
  const problem = codedText("certificates-unreadable", { file: missing, reason: "ENOENT" });
  expect(files).toEqual([{ file: missing, count: 0, problem }]);
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "ca.pem"));
  expect(trust({ variables: { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") } }).files).toMatchObject([
    { problem: { code: "certificates-unreadable", params: { reason: "EISDIR" } } },
  ]);
});

test("reports a variable that would disable certificate checks as ignored", () => {
  const variable = "NODE_TLS_REJECT_UNAUTHORIZED";
  expect(trust({ variables: { [variable]: "0" } }).log).toContain("tls.check-not-disabled");
  expect(trust({ variables: { [variable]: "1" } }).log).toBe("");
});
