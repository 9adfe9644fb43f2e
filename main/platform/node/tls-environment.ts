/**
 * The certificates that this process trusts in addition to those of Node and the system: `certificates.pem` in the data directory, and the
 * file of NODE_EXTRA_CA_CERTS, which a packaged app would not read. The window and the command line call this once, at the start.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { CertificateFile, Clock, Log } from "../../core/hosts.ts";

export interface TlsEnvironment {
  readonly dataDir: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** Larger files are no list of authorities. */
const largestBytes = 4 * 2 ** 20;
const pemBlock = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/** Trusts the certificates of the files that exist or are named; returns what was read of each. Never throws. */
export function trustExtraCertificates({ dataDir, variables, clock, log }: TlsEnvironment): readonly CertificateFile[] {
  if (variables["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    log.warn("tls.check-not-disabled", { variable: "NODE_TLS_REJECT_UNAUTHORIZED" });
  }
  const own = join(dataDir, "certificates.pem");
  const named = variables["NODE_EXTRA_CA_CERTS"] ?? "";
  const files = [...(exists(own) ? [own] : []), ...(named === "" ? [] : [named])];
  const contents = files.map((file) => readCertificates(file, clock.now(), file === own));
  const trusted = contents.flatMap(({ certificates }) => certificates);
  if (trusted.length > 0) setDefaultCACertificates([...getCACertificates("default"), ...trusted]);
  return contents.map(({ file, certificates, problem }) => {
    const count = certificates.length;
    if (problem === undefined) log.info("tls.certificates-read", { file, count });
    else log.warn("tls.certificates-problem", { file, count, problem: problem.code });
    return { file, count, problem };
  });
}

function exists(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Reading it reports why.
    return true;
  }
}

interface Contents {
  readonly file: string;
  /** PEM. */
  readonly certificates: readonly string[];
  /** The first one; the other certificates of the file are trusted. */
  readonly problem: CodedText | undefined;
}

function readCertificates(file: string, now: number, isOwn: boolean): Contents {
  let text: string;
  try {
    if (statSync(file).size > largestBytes) throw Object.assign(new Error(), { code: "EFBIG" });
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code: reason = "" } = error as NodeJS.ErrnoException;
    return { file, certificates: [], problem: codedText("certificates-unreadable", { file, reason }) };
  }
  const certificates: string[] = [];
  const problems: CodedText[] = [];
  const expired: CodedText[] = [];
  for (const [index, block] of (text.match(pemBlock) ?? []).entries()) {
    const certificate = parse(block);
    if (certificate === undefined) {
      problems.push(codedText("certificates-damaged", { file, number: index + 1 }));
    } else if (Date.parse(certificate.validTo) <= now) {
      const until = new Date(certificate.validTo).toISOString().slice(0, 10);
      expired.push(codedText("certificates-expired", { file, number: index + 1, until }));
    } else certificates.push(certificate.toString());
  }
  // The lists of authorities that systems provide contain expired ones.
  if (isOwn || certificates.length === 0) problems.push(...expired);
  if (certificates.length === 0 && problems.length === 0) problems.push(codedText("certificates-none", { file }));
  return { file, certificates, problem: problems[0] };
}

function parse(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    // Reported with its number.
    return undefined;
  }
}
