/** Sets or removes the callback that receives the SMS of a profile's endpoints. */
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CallbackAssignment, CallbackUse, profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { pathId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import { AppError } from "#shared/failure.ts";
import { numericId } from "./check-draft.ts";
import type { MergedProfile } from "./merge-profiles.ts";
import type { ProfileConnection, ProfileDeps } from "./deps.ts";
import { isSameCallback, setCallbackSpec } from "./profile-changes.ts";
import type { ProfileRepository } from "./profile-repository.ts";
import { readProfile } from "./read-profile.ts";

type SetCallback = Handlers<typeof profiles>["setCallback"];
type Answer = Awaited<ReturnType<SetCallback>>;

export function createSetCallback(deps: ProfileDeps, repository: ProfileRepository): SetCallback {
  const { connections, journal, onChanged } = deps;
  return async ({ connection: named, profile, callback: callbackId, undoOf }, { signal }) => {
    pathId("profile", profile);
    const callback = callbackId === undefined ? undefined : numericId("callback", callbackId);
    const connection = await connections.open(named);
    return await journal.exclusive(connection, `profile ${profile}`, async () => {
      try {
        return await setCallback(deps, repository, { connection, profile, callback, undoOf, signal });
      } finally {
        onChanged(connection.name);
      }
    });
  };
}

interface SetCallbackRequest {
  readonly connection: ProfileConnection;
  readonly profile: string;
  /** Undefined removes the callback. */
  readonly callback: number | undefined;
  /** The change whose earlier callback is restored. */
  readonly undoOf: number | undefined;
  readonly signal: AbortSignal;
}

async function setCallback(
  { journal }: ProfileDeps,
  repository: ProfileRepository,
  { connection, profile, callback, undoOf, signal }: SetCallbackRequest,
): Promise<Answer> {
  const earlier = await repository.readDetail(connection, profile, signal);
  const lookUp = async (): Promise<MergedProfile | undefined> =>
    (await repository.loadInventory(connection, new AbortController().signal)).profiles.find(
      ({ id }) => id === profile,
    );
  const current = (await lookUp())?.callback;
  const requested: CallbackAssignment =
    callback === undefined ? { state: "none" } : { state: "uses", callback: String(callback) };
  const before = callbackBefore(current, requested);
  if (undoOf !== undefined && current?.earlier?.change !== undoOf) {
    throw new AppError("moved", codedText("profile-callback-changed-since"));
  }
  const answer = async (outcome: Answer["outcome"], message: CodedText): Promise<Answer> => {
    const use = (await lookUp())?.callback ?? { assignment: before };
    return { outcome, use, before, message };
  };
  if (current?.source === "service" && isSameCallback(before, requested)) {
    return await answer("unchanged", codedText("no-change-needed"));
  }
  const readAgain = async (): Promise<JsonRecord | undefined> =>
    await repository.readDetail(connection, profile, new AbortController().signal).catch(() => undefined);
  const wasVisible = earlier !== undefined && readProfile(earlier).callback?.state === "uses";
  const result = await journal
    .submit(setCallbackSpec, connection, {
      subject: profile,
      before,
      request: { after: requested, wasVisible },
      send: (change) => send(connection, { profile, callback, before, change }),
      read: readAgain,
    })
    .catch(async (error: unknown) => {
      throw isAbsent(error) ? await repository.explainAbsent(connection, profile, error) : error;
    });
  if (result.outcome === "unknown") {
    return await answer("unknown", codedText("profile-callback-unknown", { reason: result.reason }));
  }
  if (result.outcome === "recovered") return await answer("set", codedText("profile-callback-recovered"));
  // Accepted. An empty answer is verified by reading the callback.
  const now = result.response === undefined ? await readAgain() : undefined;
  const reported = now === undefined ? undefined : readProfile(now).callback;
  if (reported !== undefined && !isSameCallback(reported, requested)) {
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
  return isSameCallback(current.lost.requested, requested)
    ? (current.earlier?.assignment ?? unknown)
    : current.assignment;
}

async function send(
  { api }: ProfileConnection,
  {
    profile,
    callback,
    before,
    change,
  }: Pick<SetCallbackRequest, "profile" | "callback"> & {
    readonly before: CallbackAssignment;
    readonly change: ChangeRef;
  },
): Promise<JsonRecord | undefined> {
  const was = before.state === "uses" ? before.callback : before.state === "none" ? "none" : undefined;
  return await patchServiceProfile(
    api,
    profile,
    { apiCallback: { id: callback } },
    {
      priority: "click",
      note: {
        operation: callback === undefined ? "remove-profile-callback" : "set-profile-callback",
        change,
        target: { kind: "service profile", id: profile },
        before: was === undefined ? undefined : { api_callback: was },
        after: { api_callback: callback ?? "none" },
      },
    },
  );
}
