/** Contract handlers for data streams and API callbacks, and the texts of the trust relationship of a destination. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList, Policy, StreamList, streams, Trust } from "#shared/contract/network/streams.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { deleteApiCallback, getApiCallback } from "../../../core/api/data-streams.ts";
import { readId } from "../../../core/api/json.ts";
import { isMissing } from "../../../core/api/offered.ts";
import { describeReading } from "../../../core/api/record-list.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { Change } from "../../../core/journal/change.ts";
import { namesOf } from "../dns/impact.ts";
import { loadInventory } from "../profiles/inventory.ts";
import {
  changeNotes,
  deleteRecord,
  listing,
  type NetworkContext,
  type NetworkDeps,
  openContext,
  readList,
  runChange,
} from "../resource.ts";
import {
  createCallback,
  createStream,
  deleteCallbackSpec,
  idsBefore,
  loadCached,
  planStream,
} from "./create-stream.ts";
import { type CachedList, detailOf, mergeCallbacks, mergeStreams } from "./merge-streams.ts";
import { readCallback, withoutSecrets } from "./read-records.ts";
import { readRole } from "./check-form.ts";
import { requireRecordId } from "../../../core/api/inputs.ts";

export function createStreams(deps: NetworkDeps): Handlers<typeof streams> {
  return { ...reading(deps), ...creating(deps) };
}

type DeletedCallback = Omit<CallbackList["unresolved"][number], "message">;

type Reading = Pick<
  Handlers<typeof streams>,
  "list" | "refresh" | "show" | "callbacks" | "refreshCallbacks" | "readCallback"
>;

function reading(deps: NetworkDeps): Reading {
  const callbacks = listing(deps, "callback", callbackList);
  return {
    ...listing(deps, "stream", streamList, async (context) => {
      // Callbacks are read first: the URL of its callback identifies a stream.
      await idsBefore(context, "callback");
      await readList(context, "stream");
    }),
    show: async ({ connection, key }, { signal }) => {
      const { cached, callbacks, items } = await all(await openContext(deps, { connection, signal }));
      const stream = items.find((one) => one.key === key);
      if (stream === undefined) throw streamUnknown(key);
      return detailOf(stream, cached, mergeCallbacks(callbacks));
    },
    callbacks: callbacks.list,
    refreshCallbacks: callbacks.refresh,
    readCallback: async ({ connection, id: requested }, { signal }) => {
      const { context, id } = await runChange(deps, { connection, signal, part: "streams" }, async (opened) => {
        const { asOf } = deps.journal.startReading();
        const record = withoutSecrets(await readOne(opened, requested));
        const row = { id: readId(record["id"]) ?? requested, record };
        await deps.store.saveRecord(opened.connection.id, "callback", asOf, row);
        return { context: opened, id: row.id };
      });
      const { items } = await callbackList(context);
      const callback = items.find((one) => one.id === id);
      if (callback === undefined) throw new Error("a callback that was just read is not there");
      return callback;
    },
  };
}

type Creating = Omit<Handlers<typeof streams>, keyof Reading>;

function creating(deps: NetworkDeps): Creating {
  return {
    preview: async ({ connection, form }, { signal }) =>
      (await planStream(await openContext(deps, { connection, signal }), form)).preview,
    // Serialised per connection, so that a second click finds what the first one created.
    create: async ({ connection, ...request }, { signal }) =>
      await runChange(deps, { connection, signal, part: "streams", key: "streams" }, (context) =>
        createStream(context, { fingerprint: undefined, ...request }),
      ),
    createCallback: async ({ connection, ...request }, { signal }) =>
      await runChange(deps, { connection, signal, part: "streams", key: "streams" }, (context) =>
        createCallback(context, request),
      ),
    deleteCallback: async ({ connection, id: requested }, { signal }) => {
      const id = requireRecordId("callback", requested);
      return await runChange(deps, { connection, signal, part: "streams", key: "streams" }, (context) =>
        deleteCallback(context, id),
      );
    },
    resolveCreation: async ({ connection: named, entry, is }, { signal }) =>
      await runChange(deps, { connection: named, signal, part: "streams" }, async ({ connection }) => {
        const changes = await deps.journal.list(connection.id, ["stream", "callback"]);
        // The numbers of changes of other kinds, and of deletions, name no creation.
        if (!changes.some(({ change, action }) => change === entry && action === "create"))
          throw streamUnknown(`here:${entry}`);
        await deps.journal.resolveByUser(connection.id, entry, is === "created" ? "applied" : "not-applied");
        return {};
      }),
    trust: async ({ connection: named, organisation, ...request }) => {
      const { name } = await deps.connections.open(named);
      return trustOf({ ...request, organisation: organisation ?? (await deps.organisationOf(name)) });
    },
  };
}

function streamUnknown(key: string): AppError {
  return new AppError("stream-unknown", codedText("stream-not-found", { key }));
}

async function readOne({ connection: { api }, signal }: NetworkContext, id: string): ReturnType<typeof getApiCallback> {
  try {
    return await getApiCallback(api, id, { signal, priority: "click" });
  } catch (error) {
    if (!isMissing(error) || error.code === "not-offered") throw error;
    throw callbackUnknown(id, error);
  }
}

function callbackUnknown(callback: string, cause: unknown): AppError {
  return new AppError("callback-unknown", codedText("callback-not-found", { callback }), { cause });
}

type Removal = Awaited<ReturnType<Creating["deleteCallback"]>>;

async function deleteCallback(context: NetworkContext, id: string): Promise<Removal> {
  const { api } = context.connection;
  const note = { operation: "delete-callback", target: { kind: "API callback", id } } as const;
  const result = await deleteRecord(context, {
    spec: deleteCallbackSpec,
    kind: "callback",
    id,
    contentOf: (record) => ({ ...sentCallback(record) }),
    send: (change) => deleteApiCallback(api, id, { priority: "click", note: { ...note, ...change } }),
    texts: {
      deleted: codedText("callback-deleted", { callback: id }),
      deletedEarlier: codedText("callback-deleted-earlier", { callback: id }),
      recovered: codedText("callback-deleted-recovered", { callback: id }),
      unknown: (list, reason, change) => codedText(`callback-delete-unknown-${list}`, { reason, callback: id, change }),
      missing: (cause) => callbackUnknown(id, cause),
    },
  });
  if (result.outcome !== "in-use") return result;
  const users = (await loadInventory(context)).profiles.filter(
    ({ callback: { assignment } }) => assignment.state === "uses" && assignment.callback === id,
  );
  const usersText =
    users.length === 0
      ? codedText("callback-users-unknown")
      : codedText("callback-users", { count: users.length, profiles: namesOf(users) });
  return { outcome: "in-use", message: joinTexts(toFailure(result.rejection).text, usersText) };
}

function sentCallback(record: JsonRecord): { readonly url?: string; readonly purpose?: string } {
  const { url, purpose } = readCallback(record);
  return { url, purpose };
}

interface All {
  readonly cached: CachedList;
  readonly callbacks: Awaited<ReturnType<typeof loadCached>>;
  readonly items: readonly Stream[];
}

async function all(context: NetworkContext): Promise<All> {
  const [cached, callbacks] = await Promise.all([loadCached(context, "stream"), loadCached(context, "callback")]);
  return { cached, callbacks, items: mergeStreams(cached, mergeCallbacks(callbacks)) };
}

async function streamList(context: NetworkContext): Promise<StreamList> {
  const { cached, items } = await all(context);
  return { ...describeReading(cached.reading), items: [...items] };
}

async function callbackList(context: NetworkContext): Promise<CallbackList> {
  const { callbacks, items: streamItems } = await all(context);
  const items = mergeCallbacks(callbacks).map((one): Callback => {
    const users = one.id === undefined ? [] : streamItems.filter(({ callback }) => callback === one.id);
    return { ...one, streams: users.map(({ key }) => key) };
  });
  return {
    ...describeReading(callbacks.reading),
    items,
    ...changeNotes(callbacks.deletions, sentDeletion, unconfirmedDeletion),
  };
}

function sentDeletion({ change, at, subject: callback = "", before }: Change): DeletedCallback {
  const { url } = (before ?? {}) as { readonly url?: string };
  return { change, at, callback, url };
}

function unconfirmedDeletion({ state, subject: callback = "" }: Change): CodedText {
  return codedText(state === "sending" ? "callback-delete-in-progress" : "callback-delete-unconfirmed", { callback });
}

export type TrustRequest = Omit<Parameters<Handlers<typeof streams>["trust"]>[0], "connection">;

const version = "2012-10-17";
const open = {
  principal: "FILL-IN-THE-ACCOUNT-OR-ROLE-OF-THE-SERVICE",
  organisation: "org-FILL-IN-YOUR-ORGANISATION-ID",
  account: "FILL-IN-YOUR-ACCOUNT-ID",
  region: "FILL-IN-THE-REGION",
  bucket: "FILL-IN-THE-BUCKET",
  stream: "FILL-IN-THE-STREAM",
} as const;

/** Accepts an incomplete form: missing values appear in the text as placeholders in capitals and are listed. */
export function trustOf(request: TrustRequest): Trust {
  const role = readRole(request.role);
  const organisation = /^\d+$/.test(request.organisation?.trim() ?? "") ? request.organisation?.trim() : undefined;
  const externalId = organisation === undefined ? undefined : `org-${organisation}`;
  const errors = errorsOf(request);
  return {
    trust: trustPolicy(principalOf(request), externalId, errors),
    permission: request.destination === "object-storage" ? bucketPolicy(request) : streamPolicy(request, role?.account),
    externalId,
    ...(role === undefined ? {} : { accountId: role.account, roleName: role.name }),
    steps: steps(request.destination, role?.name),
    errors,
  };
}

/** Errors for values that are present but invalid. */
function errorsOf(request: TrustRequest): Trust["errors"] {
  const principal = request.principal.trim();
  const isOrganisation = /^\d*$/.test(request.organisation?.trim() ?? "");
  return {
    principal:
      principal === "" || principalOf(request) !== undefined
        ? undefined
        : /^\d+$/.test(principal)
          ? codedText("principal-wrong-length", { digits: principal.length })
          : codedText("principal-invalid"),
    organisation: isOrganisation ? undefined : codedText("organisation-no-number"),
  };
}

function trustPolicy(principal: string | undefined, externalId: string | undefined, errors: Trust["errors"]): Policy {
  const statement = {
    Sid: "DeliveryOfFleetData",
    Effect: "Allow",
    Principal: { AWS: principal ?? open.principal },
    Action: "sts:AssumeRole",
    // Without this condition, any customer of the service could have it write here.
    Condition: { StringEquals: { "sts:ExternalId": externalId ?? open.organisation } },
  };
  return policy(statement, [
    ...(principal === undefined ? [errors.principal ?? codedText("policy-principal-missing")] : []),
    ...(externalId === undefined ? [errors.organisation ?? codedText("policy-organisation-missing")] : []),
  ]);
}

function bucketPolicy(request: TrustRequest): Policy {
  const bucket = place(request.name);
  const resource = `arn:${partitionOf(request.role)}:s3:::${bucket ?? open.bucket}/*`;
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: ["s3:PutObject"], Resource: resource };
  return policy(statement, bucket === undefined ? [missingText("bucket-name", request.name)] : []);
}

function streamPolicy(request: TrustRequest, account: string | undefined): Policy {
  const [region, name] = [place(request.region), place(request.name)];
  const where = [region ?? open.region, account ?? open.account, `stream/${name ?? open.stream}`].join(":");
  const resource = `arn:${partitionOf(request.role)}:kinesis:${where}`;
  const actions = ["kinesis:PutRecord", "kinesis:PutRecords"];
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: actions, Resource: resource };
  const noAccount = request.role.trim() === "" ? "policy-account-missing" : "policy-role-without-account";
  return policy(statement, [
    ...(region === undefined ? [missingText("region", request.region)] : []),
    ...(account === undefined ? [codedText(noAccount)] : []),
    ...(name === undefined ? [missingText("stream-name", request.name)] : []),
  ]);
}

function policy(statement: object, missing: readonly CodedText[]): Policy {
  return { text: JSON.stringify({ Version: version, Statement: [statement] }, undefined, 2), missing: [...missing] };
}

/** An account id means the whole account; any other value with the form of a resource name is used unchanged. */
function principalOf({ principal, role }: TrustRequest): string | undefined {
  const text = principal.trim();
  if (/^\d{12}$/.test(text)) return `arn:${partitionOf(role)}:iam::${text}:root`;
  return /^arn:[a-z-]+:(iam|sts)::\d{12}:\S+$/.test(text) ? text : undefined;
}

function partitionOf(role: string): string {
  return /^arn:([a-z-]+):/.exec(role.trim())?.[1] ?? "aws";
}

function missingText(name: "region" | "bucket-name" | "stream-name", value: string): CodedText {
  return value.trim() === "" ? codedText(`${name}-missing`) : codedText(`${name}-not-in-policy`);
}

/** Returns a value that is valid in a resource name; other characters would change what the policy grants. */
function place(value: string): string | undefined {
  const text = value.trim();
  return /^[\w.-]{1,255}$/.test(text) ? text : undefined;
}

function steps(destination: TrustRequest["destination"], role: string | undefined): CodedText[] {
  return [
    codedText("trust-step-why"),
    role === undefined ? codedText("trust-step-trust") : codedText("trust-step-trust-role", { role }),
    codedText(destination === "object-storage" ? "trust-step-permission-bucket" : "trust-step-permission-stream"),
    codedText("trust-step-create"),
  ];
}
