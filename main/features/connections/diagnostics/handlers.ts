/** The connection test as a handler of the diagnostics contract, and the test of an existing connection for the checks of the program. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { diagnostics } from "#shared/contract/diagnostics.ts";
import type { Secret } from "#shared/contract/connections/connections.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { ConnectionTestContext, TestSignIns } from "./step.ts";
import { type ConnectionTest, testConnection } from "./test-connection.ts";

export interface ConnectionTestDeps extends Omit<ConnectionTestContext, "limitMs"> {
  /** One sign-in whose tokens are not stored; the session feature implements it. */
  readonly tryOut: (baseUrl: string, secret: Secret, signal: AbortSignal) => Promise<string>;
  /** The session of a connection. Throws `connection-unknown`. */
  readonly sessionOf: (name: string) => Promise<NonNullable<TestSignIns["ofConnection"]>>;
  /** Time limit for one step, in milliseconds; default 15 seconds. */
  readonly limitMs?: number;
}

export function createConnectionTest(deps: ConnectionTestDeps): Pick<Handlers<typeof diagnostics>, "testConnection"> {
  const { tryOut, sessionOf, limitMs = 15_000 } = deps;
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
  };
}

/** Tests a connection with its existing session; each step has a third of the time of the connection test, which waits for an answer. */
export async function testExisting(
  deps: ConnectionTestDeps,
  name: string,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const ofConnection = await deps.sessionOf(name);
  const signIns = { allowUnencrypted: false, withSecret: undefined, endsOthers: false, ofConnection };
  return await testConnection(
    { ...deps, limitMs: deps.limitMs ?? 5000 },
    { address: ofConnection.baseUrl, signIns, hidden: [] },
    signal,
  );
}

function secretTexts(secret: Secret | undefined): readonly string[] {
  if (secret === undefined) return [];
  return "applicationToken" in secret ? [secret.applicationToken] : [secret.password];
}
