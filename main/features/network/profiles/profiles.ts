/** Contract handlers for service profiles: the list, one profile, creation, updates, and the callback that receives the SMS of its endpoints. */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type {
  CallbackAssignment,
  CallbackUse,
  Profile,
  ProfileDetail,
  ProfileList,
  profiles,
} from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { invalidInput, pathId, requireRecordId } from "../../../core/api/inputs.ts";
import { describeReading, type RecordList } from "../../../core/api/record-list.ts";
import { type Change, type ChangeSpec, isUnresolved } from "../../../core/journal/change.ts";
import {
  changeNotes,
  completeIds,
  create,
  listing,
  type NetworkContext,
  type NetworkDeps,
  openContext,
  readList,
  runChange,
  runProfileChange,
  uncancelled,
} from "../resource.ts";
import { dnsUseOf } from "../dns/impact.ts";
import {
  explainAbsent,
  loadInventory,
  type ProfileInventory,
  profileUnknown,
  readDetail,
  readDetailAgain,
  type MergedProfile,
} from "./inventory.ts";
import {
  assignedId,
  compareUpdate,
  createProfileSpec,
  draftOf,
  isCreation,
  isSame,
  type ProfileUpdate,
  readProfile,
  setCallbackSpec,
  updateProfileSpec,
} from "./profile-changes.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import type { ChangeRef } from "../../../core/api/caller.ts";
import { createServiceProfile, patchServiceProfile } from "../../../core/api/service-profiles.ts";
import { AppError } from "#shared/failure.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import type { ChangeResult, Submission } from "../../../core/journal/journal.ts";

export function createProfiles(deps: NetworkDeps): Handlers<typeof profiles> {
  return {
    ...listing(deps, "profile", listOf),
    get: async ({ connection, profile }, { signal }) =>
      await detailOf(await openContext(deps, { connection, signal }), profile),
    read: async ({ connection, profile }, { signal }) => {
      pathId("profile", profile);
      const opened = await runChange(deps, { connection, signal, part: "profiles" }, async (context) => {
        await readDetail(context, profile);
        return context;
      });
      return await detailOf(opened, profile);
    },
    ...createCreation(deps),
    ...createUpdates(deps),
    users: async ({ connection, profile }, { signal }) => {
      pathId("profile", profile);
      const context = await openContext(deps, { connection, signal });
      const inventory = await loadInventory(context);
      const current = inventory.profiles.find(({ id }) => id === profile);
      return {
        endpoints: inventory.endpointCountOf(current?.count ?? 0),
        byStatus: [...(await deps.use.byStatus(context.connection.name, profile, signal))],
        filter: deps.use.filterOf(profile),
        cache: inventory.cache,
        usedCount: current?.usedCount,
      };
    },
  };
}

async function listOf(context: NetworkContext): Promise<ProfileList> {
  const inventory = await loadInventory(context);
  const { reading, changes } = inventory.cached;
  return {
    list: describeReading(reading),
    cache: inventory.cache,
    items: inventory.profiles.map((one) => describe(one, inventory)),
    endpointsWithout: inventory.without,
    ...changeNotes(changes.filter(isCreation), sentOf, unconfirmedText),
  };
}

async function detailOf(context: NetworkContext, id: string): Promise<ProfileDetail> {
  const inventory = await loadInventory(context);
  const profile = inventory.profiles.find((one) => one.id === id);
  if (profile === undefined) throw profileUnknown(id);
  const cachedDetail = inventory.cached.details.find((one) => one.id === id);
  const record = cachedDetail?.record ?? inventory.cached.listed.find((one) => one.id === id)?.record;
  return {
    profile: describe(profile, inventory),
    detail: cachedDetail === undefined ? { state: "never" } : { state: cachedDetail.state, asOf: cachedDetail.as_of },
    record: record === undefined ? undefined : (JSON.parse(record) as JsonRecord),
  };
}

function describe(
  { count: _count, reported: _reported, ...fields }: MergedProfile,
  inventory: ProfileInventory,
): Profile {
  return { ...fields, dns: dnsUseOf(fields.id, inventory) };
}

function unconfirmedText({ name = "", previousIds }: Change): CodedText {
  const code = previousIds === undefined ? "profile-create-unconfirmed-no-list" : "profile-create-unconfirmed";
  return codedText(code, { name });
}

type Sent = Omit<ProfileList["resolved"][number], "message" | "state" | "resolvedAt">;

function sentOf(row: Change): Sent {
  const { change, at, name = "", subject: profile } = row;
  const { description, dns, callback } = draftOf(row);
  return definedFields<Sent>({ change, name, at, description, dns, callback, profile });
}

type Creation = Pick<Handlers<typeof profiles>, "check" | "create">;
type Answer = Awaited<ReturnType<Creation["create"]>>;

function createCreation(deps: NetworkDeps): Creation {
  const namesakes = async (context: NetworkContext, name: string): Promise<string[]> =>
    (await loadInventory(context)).profiles.filter((one) => one.name === name).map(({ id }) => id);
  return {
    check: async ({ connection, ...draft }, { signal }) => {
      const { name } = checkDraft(draft);
      const same = await namesakes(await openContext(deps, { connection, signal }), name);
      return { warnings: same.length === 0 ? [] : [sameNameWarning(name, same.length)], same };
    },
    create: async ({ connection, allowSame, ...input }, { signal }) => {
      const draft = checkDraft(input);
      // Serialised, so that a second click finds the profile that the first one creates.
      return await runChange(deps, { connection, signal, part: "profiles", key: "profiles" }, async (context) => {
        const before = await readList(context, "profile");
        const same = await namesakes(context, draft.name);
        const warnings = same.length === 0 ? [] : [sameNameWarning(draft.name, same.length)];
        const question = allowSame ? undefined : await questionOf(context, { draft, same, before });
        return { ...(question ?? (await createProfile(context, { draft, input, before }))), warnings };
      });
    },
  };
}

/** The answer that asks for confirmation before a second profile of the same name is sent. */
async function questionOf(
  { journal, connection }: NetworkContext,
  {
    draft: { name },
    same,
    before,
  }: Pick<CreateProfileRequest, "draft" | "before"> & { readonly same: readonly string[] },
): Promise<Omit<Answer, "warnings"> | undefined> {
  const sent = (await journal.list(connection.id, ["profile"])).filter(
    (one) => isCreation(one) && one.subject === undefined && one.name === name,
  );
  // The newest one decides: an older creation that is done says nothing about it.
  const lost = sent.findLast(isUnresolved);
  const [first] = same;
  if (first !== undefined) {
    const ids = new Intl.ListFormat("en-GB").format(same);
    const message =
      lost === undefined
        ? codedText("profile-exists", { name, ids })
        : // Mentions an unconfirmed creation, which may add another profile.
          codedText("profile-exists-unconfirmed", { name, ids, change: lost.change });
    return { outcome: "exists", id: first, message };
  }
  if (lost !== undefined) {
    return { outcome: "unsettled", message: codedText("profile-unconfirmed", { name, change: lost.change }) };
  }
  // A list would show it; without a list, and without an id in the answer, only the local changes do.
  if (before !== undefined || !sent.some(({ state }) => state === "applied")) return undefined;
  return { outcome: "exists", message: codedText("profile-created-earlier", { name }) };
}

interface CreateProfileRequest {
  readonly draft: CheckedDraft;
  readonly input: Draft;
  /** Undefined where the service has no list. */
  readonly before: RecordList | undefined;
}

async function createProfile(
  context: NetworkContext,
  { draft, input, before }: CreateProfileRequest,
): Promise<Omit<Answer, "warnings">> {
  const { name } = draft;
  const { outcome, id, message } = await create(context, {
    spec: createProfileSpec,
    kind: "profile",
    name,
    request: { ...input, name, dns: input.dns?.trim() },
    previousIds: completeIds(before),
    send: (change) => send(context, draft, change),
    texts: {
      created: (profile) => codedText("profile-created", { name, profile }),
      recovered: () => codedText("profile-created-recovered", { name }),
      withoutId: (reason) => codedText("profile-created-without-id", { name, reason }),
      unknown: (reason, change) =>
        codedText(before === undefined ? "profile-create-unknown-no-list" : "profile-create-unknown", {
          reason,
          name,
          change,
        }),
    },
  });
  return { outcome, id, message };
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection: { api } }: NetworkContext,
  { name, description, dns, callback, switches }: CheckedDraft,
  change: ChangeRef,
): Promise<{ readonly id: string | undefined }> {
  const after = definedFields<JsonRecord>({ name, description, dns, api_callback: callback, ...switches });
  const draft = { name, description, dnsId: dns, apiCallbackId: callback, fields: switches };
  return await createServiceProfile(api, draft, {
    priority: "click",
    note: { operation: "create-profile", after, change },
  });
}

type Draft = Omit<Parameters<Creation["check"]>[0], "connection">;

interface CheckedDraft extends Pick<Draft, "name" | "description" | "switches"> {
  readonly dns: number | undefined;
  readonly callback: number | undefined;
}

const longestName = 255;
const longestDescription = 1000;

/** Throws `invalid-input` with the field. */
function checkDraft({ name, description, dns, callback, switches }: Draft): CheckedDraft {
  const described = checkDescription(description ?? "");
  return {
    name: checkName(name),
    description: described === "" ? undefined : described,
    dns: dns === undefined ? undefined : Number(requireRecordId("dns", dns)),
    callback: callback === undefined ? undefined : Number(requireRecordId("callback", callback)),
    switches,
  };
}

/** Returns the trimmed name. Throws `invalid-input` with the field. */
function checkName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", codedText("profile-name-missing"));
  if (name.length <= longestName) return name;
  throw invalidInput("name", codedText("profile-name-too-long", { max: longestName }));
}

/** Returns the trimmed description, which may be empty. Throws `invalid-input` with the field. */
function checkDescription(text: string): string {
  if (text.length <= longestDescription) return text.trim();
  throw invalidInput("description", codedText("profile-description-too-long", { max: longestDescription }));
}

function sameNameWarning(name: string, count: number): Warning {
  return { field: "name", code: "name-there", message: codedText("profile-name-exists", { name, count }) };
}

type Updates = Pick<Handlers<typeof profiles>, "update" | "setCallback">;
type UpdateAnswer = Awaited<ReturnType<Updates["update"]>>;
type CallbackAnswer = Awaited<ReturnType<Updates["setCallback"]>>;

function createUpdates(deps: NetworkDeps): Updates {
  return {
    update: async ({ connection, profile, ...fields }, { signal }) => {
      const update = checkUpdate(fields);
      return await runProfileChange(deps, { connection, signal, profile }, (context) =>
        updateProfile(context, profile, update),
      );
    },
    setCallback: async ({ connection, profile, callback: id, undoOf }, { signal }) => {
      const callback = id === undefined ? undefined : Number(requireRecordId("callback", id));
      return await runProfileChange(deps, { connection, signal, profile }, (context) =>
        setCallback(context, { profile, callback, undoOf }),
      );
    },
  };
}

/** Throws `invalid-input` with the field. */
function checkUpdate({
  name,
  description,
  switches,
}: Pick<Parameters<Updates["update"]>[0], "name" | "description" | "switches">): ProfileUpdate {
  if (name === undefined && description === undefined && !hasFields(switches)) {
    throw invalidInput("name", codedText("profile-update-empty"));
  }
  return {
    name: name === undefined ? undefined : checkName(name),
    description: description === undefined ? undefined : checkDescription(description),
    switches,
  };
}

async function updateProfile(context: NetworkContext, profile: string, update: ProfileUpdate): Promise<UpdateAnswer> {
  const before = await readDetail(context, profile);
  const inventory = await loadInventory(context);
  const current = inventory.profiles.find(({ id }) => id === profile);
  const answer = (outcome: UpdateAnswer["outcome"], message: CodedText): UpdateAnswer => ({
    outcome,
    endpoints: inventory.endpointCountOf(current?.count ?? 0),
    message,
  });
  if (before !== undefined && compareUpdate(update, before) === "all") {
    return answer("unchanged", codedText("profile-update-unchanged"));
  }
  const readAgain = (): Promise<JsonRecord | undefined> => readDetailAgain(context, profile);
  const fields = fieldsOf(update, before);
  const result = await submitProfileChange(context, updateProfileSpec, {
    subject: profile,
    name: update.name ?? current?.name,
    before: fields.before,
    request: update,
    // Without the caller's signal: a write must not be cancelled half-way.
    send: async (change) => {
      const target = { kind: "service profile", id: profile };
      const note = { operation: "update-profile" as const, change, target, ...fields };
      await patchServiceProfile(context.connection.api, profile, { fields: fields.after }, { priority: "click", note });
    },
    read: readAgain,
  });
  if (result.outcome === "unknown") {
    return answer("unknown", codedText("profile-update-unknown", { reason: result.reason }));
  }
  if (result.outcome === "recovered") return answer("updated", codedText("profile-updated-recovered"));
  const now = await readAgain();
  const match = now === undefined ? undefined : compareUpdate(update, now);
  if (match === "some" || match === "none") {
    return answer("differs", codedText("profile-update-differs"));
  }
  return answer("updated", codedText("profile-updated"));
}

/** Throws the rejection of the service, and `profile-unknown`. */
async function submitProfileChange<R>(
  context: NetworkContext,
  spec: ChangeSpec,
  submission: Submission<R> & { readonly subject: string },
): Promise<ChangeResult<R>> {
  return await context.journal.submit(spec, context.connection, submission).catch(async (error: unknown) => {
    throw isAbsent(error) ? await explainAbsent(uncancelled(context), submission.subject, error) : error;
  });
}

/** The fields of an update as they are sent, and their values in a record. */
function fieldsOf(
  { switches, ...texts }: ProfileUpdate,
  record: JsonRecord = {},
): { readonly before: JsonRecord; readonly after: JsonRecord } {
  const after = definedFields<JsonRecord>({ ...texts, ...switches });
  const present = Object.keys(after).filter((key) => key in record);
  return { before: Object.fromEntries(present.map((key) => [key, record[key]])), after };
}

interface SetCallbackRequest {
  readonly profile: string;
  /** Undefined removes the callback. */
  readonly callback: number | undefined;
  /** The change whose earlier callback is restored. */
  readonly undoOf: number | undefined;
}

async function setCallback(
  context: NetworkContext,
  { profile, callback, undoOf }: SetCallbackRequest,
): Promise<CallbackAnswer> {
  const earlier = await readDetail(context, profile);
  const lookUp = async (): Promise<MergedProfile | undefined> =>
    (await loadInventory(uncancelled(context))).profiles.find(({ id }) => id === profile);
  const current = (await lookUp())?.callback;
  const requested: CallbackAssignment =
    callback === undefined ? { state: "none" } : { state: "uses", callback: String(callback) };
  const before = callbackBefore(current, requested);
  if (undoOf !== undefined && current?.earlier?.change !== undoOf) {
    throw new AppError("moved", codedText("profile-callback-changed-since"));
  }
  const answer = async (outcome: CallbackAnswer["outcome"], message: CodedText): Promise<CallbackAnswer> => {
    const use = (await lookUp())?.callback ?? { assignment: before };
    return { outcome, use, before, message };
  };
  if (current?.source === "service" && isSame(before, requested)) {
    return await answer("unchanged", codedText("no-change-needed"));
  }
  const readAgain = (): Promise<JsonRecord | undefined> => readDetailAgain(context, profile);
  const wasVisible = earlier !== undefined && readProfile(earlier).callback?.state === "uses";
  const was = assignedId(before);
  const note = {
    operation: callback === undefined ? "remove-profile-callback" : "set-profile-callback",
    target: { kind: "service profile", id: profile },
    before: was === undefined ? undefined : { api_callback: was },
    after: { api_callback: callback ?? "none" },
  } as const;
  const result = await submitProfileChange(context, setCallbackSpec, {
    subject: profile,
    before,
    request: { after: requested, wasVisible },
    send: (change) =>
      patchServiceProfile(
        context.connection.api,
        profile,
        { apiCallback: { id: callback } },
        { priority: "click", note: { ...note, change } },
      ),
    read: readAgain,
  });
  if (result.outcome === "unknown") {
    return await answer("unknown", codedText("profile-callback-unknown", { reason: result.reason }));
  }
  if (result.outcome === "recovered") return await answer("set", codedText("profile-callback-recovered"));
  // Accepted. An empty answer is verified by reading the callback.
  const now = result.response === undefined ? await readAgain() : undefined;
  const reported = now === undefined ? undefined : readProfile(now).callback;
  if (reported !== undefined && !isSame(reported, requested)) {
    return await answer("set", codedText("profile-callback-accepted-other"));
  }
  return await answer("set", codedText(callback === undefined ? "profile-callback-removed" : "profile-callback-set"));
}

/**
 * The callback that an undo restores: when an answer was lost and this is the same change again, the callback before
 * the first attempt.
 */
function callbackBefore(current: CallbackUse | undefined, requested: CallbackAssignment): CallbackAssignment {
  const unknown = { state: "unknown" } as const;
  if (current?.lost === undefined) return current?.assignment ?? unknown;
  return isSame(current.lost.requested, requested) ? (current.earlier?.assignment ?? unknown) : current.assignment;
}
