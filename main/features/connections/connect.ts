/** Signs in to a service and saves the connection, or changes nothing at all. */
import {
  type connections,
  type ConnectionOptions,
  type Secret,
  connectionOptionsSchema,
} from "#shared/contract/connections/connections.ts";
import type { z } from "zod";
import { formatBaseUrl, parseBaseUrl, requireEncryption } from "../../core/api/base-url.ts";
import {
  type ConnectionStore,
  type Identity,
  type ConnectionRecord,
  describe,
  requireReconcileGrace,
} from "./connection-store.ts";
import { isSameOrganisation, isSameService } from "./same-service.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

type Operations = typeof connections.operations;
export type ConnectRequest = z.output<Operations["connect"]["input"]>;
export type ConnectAnswer = z.output<Operations["connect"]["output"]>;

export type Credentials =
  | { readonly kind: "application-token"; readonly applicationToken: string }
  | { readonly kind: "user"; readonly username: string; readonly password: string; readonly portal: boolean };

/** The sign-in operations of the session feature. */
interface SignIns {
  /** One call; afterwards the tokens are in the keychain under a key that no connection owns yet. `name`: of that connection. */
  signIn(
    baseUrl: string,
    credentials: Credentials,
    signal?: AbortSignal,
    name?: string,
  ): Promise<{ readonly vaultKey: string; readonly identity: Identity; readonly record: object }>;
  /** Removes tokens that no connection owns. */
  discard(vaultKey: string): Promise<void>;
  /** The connection has a new vault key: ends the session of the former one. */
  replaced(connectionId: number, formerVaultKey: string): Promise<void>;
  state(name: string): Promise<ConnectAnswer["session"]>;
}

export interface ConnectDeps {
  readonly store: ConnectionStore;
  readonly signIns: SignIns;
  readonly campaigns: CampaignQuestions;
  readonly quotas: QuotaQuestions;
  /** The connection has new options or a new identity; its id differs from `before` when it points to another service. */
  readonly onSaved: (connection: ConnectionRecord, before: ConnectionRecord | undefined) => Promise<void>;
}

/** `practice`: the address is that of the built-in simulator. */
export interface ConnectContext {
  readonly signal?: AbortSignal;
  readonly practice?: boolean;
}

/**
 * Signs in and then saves; until the sign-in has succeeded, a connection of that name stays unchanged. Throws `not-encrypted`, and
 * `connection-in-use` when a campaign or a quota change would lose its service, before the sign-in as far as that can be known.
 */
export async function connect(
  deps: ConnectDeps,
  request: ConnectRequest,
  { signal, practice = false }: ConnectContext = {},
): Promise<ConnectAnswer> {
  const { store, signIns } = deps;
  const address = parseBaseUrl(request.baseUrl);
  if (!request.allowUnencrypted) requireEncryption(address);
  const baseUrl = formatBaseUrl(address);
  const existing = await store.lookUp(request.name);
  const { environment, colour, defaultSender, readOnly } = existing?.options ?? {};
  const inherited = definedFields({ environment, colour, defaultSender, readOnly });
  const options: ConnectionOptions = connectionOptionsSchema.parse({ ...inherited, ...request.options });
  requireReconcileGrace(baseUrl, options);
  const credentials = credentialsOf(request.secret);
  if (existing !== undefined) await assertChangeable(deps, existing, { baseUrl, options });
  const fresh = await signIns.signIn(baseUrl, credentials, signal, request.name);
  const before = await store.lookUp(request.name);
  let saved: ConnectionRecord;
  try {
    const { vaultKey, identity, record } = fresh;
    if (before !== undefined) await assertChangeable(deps, before, { baseUrl, options, identity });
    const { name, allowUnencrypted } = request;
    const { kind } = credentials;
    const own = { name, baseUrl, kind, options, allowUnencrypted };
    saved = await store.save({ ...own, identity, session: record, vaultKey, practice });
  } catch (error) {
    // If this fails, the next start removes the tokens.
    await signIns.discard(fresh.vaultKey).catch(() => undefined);
    throw error;
  }
  if (before !== undefined) await signIns.replaced(before.id, before.vaultKey);
  await deps.onSaved(saved, before);
  return { connection: describe(saved), session: await signIns.state(saved.name) };
}

/** Converts the contract's secret to credentials. */
export function credentialsOf(secret: Secret): Credentials {
  if ("applicationToken" in secret) return { kind: "application-token", applicationToken: secret.applicationToken };
  const { username, password, portal } = secret;
  return { kind: "user", username, password, portal };
}

// Guards against changing or removing a connection that campaigns depend on.

/** What connections need from campaigns; the campaigns feature implements it. */
export interface CampaignQuestions {
  /** Makes campaigns that wait for the service probe it now. */
  probeNow(connectionId: number): void;
  /** `open`: bulk campaigns that have not ended. `running`: campaigns that send now, or hold the client to send later. */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
}

/** What connections need from quotas. */
interface QuotaQuestions {
  /** Whether a change of a connection is being read or sent. */
  isActive(connectionId: number): Promise<boolean>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * The rule for every change of a saved connection. Throws `connection-in-use` where campaigns send over it and it gets another address,
 * client or organisation, which would leave requests in flight with an unknown outcome, or becomes read-only; and where a quota change runs
 * and it gets another address or organisation, which would hide the change.
 */
export async function assertChangeable(
  { campaigns, quotas }: Pick<ConnectDeps, "campaigns" | "quotas">,
  before: ConnectionRecord,
  after: Pick<ConnectionRecord, "baseUrl" | "options"> & { readonly identity?: Identity },
): Promise<void> {
  const { id, name } = before;
  const isSameFleet = before.baseUrl === after.baseUrl && isSameOrganisation(before.identity, after.identity ?? {});
  if (!isSameFleet && (await quotas.isActive(id))) throw inUse(name, codedText("connection-changing-quotas", { name }));
  const becomesReadOnly = after.options.readOnly && !before.options.readOnly;
  if (isSameFleet && isSameService(before, after) && !becomesReadOnly) return;
  const { running } = await campaigns.ofConnection(id);
  if (running > 0) throw inUse(name, codedText("connection-sending", { name, count: running }));
}

/** Throws `connection-in-use`. */
export async function assertNoOpenCampaigns(campaigns: CampaignQuestions, { id, name }: Named): Promise<void> {
  const { open } = await campaigns.ofConnection(id);
  if (open > 0) throw inUse(name, codedText("connection-campaigns-open", { name, count: open }));
}

function inUse(name: string, text: CodedText): AppError {
  return new AppError("connection-in-use", text, { details: { connection: name } });
}
