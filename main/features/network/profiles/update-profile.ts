/** Changes a profile through the journal and reads it again: name, description and switches, or the callback that receives its SMS. */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { CallbackAssignment, CallbackUse, profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { invalidInput } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import type { ChangeSpec } from "../../../core/journal/change.ts";
import type { ChangeResult, Submission } from "../../../core/journal/journal.ts";
import { checkDescription, checkName, numericId } from "./create-profile.ts";
import { type NetworkContext, type NetworkDeps, runProfileChange, uncancelled } from "../deps.ts";
import { explainAbsent, loadInventory, readDetail, readDetailAgain } from "./inventory.ts";
import {
  type ProfileUpdate,
  assignedId,
  compareUpdate,
  isSame,
  readProfile,
  setCallbackSpec,
  updateProfileSpec,
} from "./profile-changes.ts";
import type { MergedProfile } from "./merge-profiles.ts";

type Updates = Pick<Handlers<typeof profiles>, "update" | "setCallback">;
type UpdateAnswer = Awaited<ReturnType<Updates["update"]>>;
type CallbackAnswer = Awaited<ReturnType<Updates["setCallback"]>>;

export function createUpdates(deps: NetworkDeps): Updates {
  return {
    update: async ({ connection, profile, ...fields }, { signal }) => {
      const update = checkUpdate(fields);
      return await runProfileChange(deps, { connection, signal, profile }, (context) =>
        updateProfile(context, profile, update),
      );
    },
    setCallback: async ({ connection, profile, callback: id, undoOf }, { signal }) => {
      const callback = id === undefined ? undefined : numericId("callback", id);
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
