import { expect, test } from "vitest";
import { reportTlsEnvironment } from "../../../../main/platform/node/tls-environment.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

function report(variables: Readonly<Record<string, string>>, readsExtraFile: boolean): string {
  const log = createFakeLog();
  reportTlsEnvironment(variables, { log, readsExtraFile });
  return log.text();
}

test("reports a variable that would disable certificate checks as ignored", () => {
  expect(report({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, true)).toContain("tls.check-not-disabled");
  expect(report({ NODE_TLS_REJECT_UNAUTHORIZED: "1" }, true)).toBe("");
});

test("reports a certificate file that the packaged app does not read", () => {
  expect(report({ NODE_EXTRA_CA_CERTS: "ca.pem" }, false)).toContain("tls.extra-file-ignored");
  expect(report({ NODE_EXTRA_CA_CERTS: "ca.pem" }, true)).toBe("");
});
