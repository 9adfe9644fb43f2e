/** Handlers of the diagnostics contract: the connection test, and version and paths of this program. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { diagnostics } from "#shared/contract/connections/diagnostics.ts";
import type { Secret } from "#shared/contract/connections/connections.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { About } from "../../../core/hosts.ts";
import type { ConnectionTestContext, TestSignIns } from "./step.ts";
import { testConnection } from "./test-connection.ts";

export interface DiagnosticsDeps extends Omit<ConnectionTestContext, "limitMs"> {
  readonly about: About;
  readonly dataDir: string;
  /** One sign-in whose tokens are not stored; the session feature implements it. */
  readonly tryOut: (baseUrl: string, secret: Secret, signal: AbortSignal) => Promise<string>;
  /** The session of a connection. Throws `connection-unknown`. */
  readonly sessionOf: (name: string) => Promise<NonNullable<TestSignIns["ofConnection"]>>;
  /** Time limit for one step, in milliseconds; default 15 seconds. */
  readonly limitMs?: number;
}

export function createDiagnosticsHandlers(deps: DiagnosticsDeps): Handlers<typeof diagnostics> {
  const { about, dataDir, tryOut, sessionOf, limitMs = 15_000 } = deps;
  return {
    testConnection: async ({ baseUrl, secret, connection, allowUnencrypted }, { signal }) => {
      if (secret !== undefined && connection !== undefined) {
        throw new AppError("invalid-input", codedText("test-secret-or-connection"));
      }
      const signIns: TestSignIns = {
        allowUnencrypted,
        withSecret: secret === undefined ? undefined : (address, until) => tryOut(address, secret, until),
        endsOthers: secret !== undefined && "username" in secret,
        ofConnection: connection === undefined ? undefined : await sessionOf(connection),
      };
      const test = { address: baseUrl, signIns, hidden: secretTexts(secret) };
      return await testConnection({ ...deps, limitMs }, test, signal);
    },
    about: () => Promise.resolve({ ...about, dataDir }),
  };
}

function secretTexts(secret: Secret | undefined): readonly string[] {
  if (secret === undefined) return [];
  return "applicationToken" in secret ? [secret.applicationToken] : [secret.password];
}
