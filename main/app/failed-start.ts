/** What the program answers where its data directory or its database could not be opened: the checks, the report, the log, and the test of an address. */
import { join } from "node:path";
import { contract, type Contract, type FleetClient } from "#shared/contract/index.ts";
import { type HopResult, hopSchema } from "#shared/contract/diagnostics.ts";
import type { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Hosts, ProxyResolver } from "../core/hosts.ts";
import { databaseName } from "../core/store/open.ts";
import { createClient, createRouter, type HandlersOf, refusing } from "../core/ipc/router.ts";
import { createConnectionTest } from "../features/connections/diagnostics/test-connection.ts";
import { createKeychainHandlers } from "../features/connections/handlers.ts";
import { createProxySignIns } from "../features/connections/proxy-sign-ins.ts";
import { createDiagnostics } from "../features/settings/diagnostics/diagnostics.ts";

const directoryCodes: ReadonlySet<string> = new Set(["data-dir-not-private", "data-dir-read-only", "disk-full"]);

/** Operations that need the database fail with `failure`, the reason why it is not open. */
export function createFailedStart(hosts: Hosts, failure: AppError): FleetClient {
  const { keychain, log } = hosts;
  const unavailable = (): Promise<never> => Promise.reject(failure);
  // Sound: the keys are those of the contract.
  const refused = Object.fromEntries(
    Object.entries(contract).map(([name, feature]) => [name, refusing(feature, () => failure)]),
  ) as unknown as HandlersOf<Contract>;
  const proxy = createProxySignIns({ proxy: hosts.proxy, keychain, log, onChanged: () => undefined });
  const handlers: HandlersOf<Contract> = {
    ...refused,
    keychain: createKeychainHandlers(hosts),
    diagnostics: {
      ...createConnectionTest({ ...hosts, proxy, tryOut: unavailable, sessionOf: unavailable }),
      ...createDiagnostics({
        ...hosts,
        readOnly: directoryCodes.has(failure.code) ? failure : undefined,
        database: {
          file: join(hosts.dataDir, databaseName),
          facts: unavailable,
          check: () => Promise.resolve(failure),
        },
        servicePath: () =>
          Promise.resolve({
            test: async () => ({ hops: await hopsWithoutService(proxy) }),
            governor: () => Promise.resolve(undefined),
          }),
        names: () => Promise.resolve(undefined),
      }),
    },
  };
  return createClient<Contract>(createRouter(contract, handlers, log));
}

/** Any address on the internet: nothing is sent to it. */
const publicAddress = "https://cdn.emnify.net";

/** The address of the service is in the database, so only the settings of the proxy are read. */
async function hopsWithoutService(proxy: ProxyResolver): Promise<HopResult[]> {
  const address = await proxy.resolve(publicAddress);
  const skipped = { result: "skipped", message: codedText("check-without-database") } as const;
  return hopSchema.options.map((hop) => ({ hop, ...(hop === "proxy" ? proxyResult(address) : skipped) }));
}

function proxyResult(address: string | undefined): Omit<HopResult, "hop"> {
  if (address === undefined) return { result: "ok", message: codedText("check-no-proxy") };
  const url = URL.parse(address);
  if (url === null) return { result: "failed", code: "invalid-proxy", message: codedText("test-proxy-invalid") };
  return { result: "skipped", message: codedText("check-proxy-untested", { proxy: url.host }) };
}
