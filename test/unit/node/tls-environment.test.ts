import { expect, test } from "vitest";
import { reportTlsEnvironment } from "../../../main/node/tls-environment.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";

function report(variables: Readonly<Record<string, string>>, readsExtraFile: boolean): string {
  const log = createFakeLog();
  reportTlsEnvironment(variables, { log, readsExtraFile });
  return log.text();
}

test("a variable that would switch certificate checks off is reported as not obeyed", () => {
  expect(report({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, true)).toContain("tls.check-not-disabled");
  expect(report({ NODE_TLS_REJECT_UNAUTHORIZED: "1" }, true)).toBe("");
});

test("a file of certificates that the packaged app does not read is reported", () => {
  expect(report({ NODE_EXTRA_CA_CERTS: "ca.pem" }, false)).toContain("tls.extra-file-ignored");
  expect(report({ NODE_EXTRA_CA_CERTS: "ca.pem" }, true)).toBe("");
});
