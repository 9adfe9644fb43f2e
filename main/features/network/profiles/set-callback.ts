/** Sets or removes the callback that receives the SMS of a profile's endpoints. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CallbackAssignment, CallbackUse, profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { pathId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { createKeyedMutex } from "../../../core/wait.ts";
import { numericId } from "./check-draft.ts";
import { isSameCallback, type MergedProfile } from "./merge-profiles.ts";
import { type ProfileConnection, type ProfileDeps, workOf } from "./deps.ts";
import type { ProfileRepository } from "./profile-repository.ts";
import { readProfile } from "./read-profile.ts";

type SetCallback = Handlers<typeof profiles>["setCallback"];
type Answer = Awaited<ReturnType<SetCallback>>;

export function createSetCallback(deps: ProfileDeps, repository: ProfileRepository): SetCallback {
  const { connections, onChanged } = deps;
  const runExclusive = createKeyedMutex();
  return async ({ connection: named, profile, callback: callbackId, undoOf }, { signal }) => {
    pathId("profile", profile);
    const callback = callbackId === undefined ? undefined : numericId("callback", callbackId);
    const connection = await connections.open(named);
    return await runExclusive(`${connection.id} ${profile}`, async () => {
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
  { store, clock, recordResolution }: ProfileDeps,
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
  const change = await store.begin({
    connection: connection.id,
    kind: "callback",
    at: clock.now(),
    profile,
    name: undefined,
    previousIds: undefined,
    before: JSON.stringify(before),
    after: JSON.stringify(requested),
  });
  const readAgain = async (): Promise<JsonRecord | undefined> =>
    await repository.readDetail(connection, profile, new AbortController().signal).catch(() => undefined);
  let response: unknown;
  try {
    response = await send(connection, { profile, callback, before, work: workOf(change) });
  } catch (error) {
    if (acceptedOf(error) !== "unknown") {
      if (acceptedOf(error) === "no") await store.drop(change);
      throw isAbsent(error) ? await repository.explainAbsent(connection, profile, error) : error;
    }
    await store.lose(change, clock.now());
    if (!shows(await readAgain(), earlier, requested)) {
      return await answer("unknown", codedText("profile-callback-unknown", { reason: toFailure(error).text }));
    }
    const proof = codedText("proved-as-requested");
    await recordResolution({ work: workOf(change), outcome: "done", proof });
    await store.resolveChange(change, "done", { at: clock.now(), by: "reading" });
    return await answer("set", codedText("profile-callback-recovered"));
  }
  await store.resolveChange(change, "done", { at: clock.now(), by: "answer" });
  // Accepted. An empty answer is verified by reading the callback.
  const now = response === undefined ? await readAgain() : undefined;
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
    work,
  }: Pick<SetCallbackRequest, "profile" | "callback"> & { readonly before: CallbackAssignment; readonly work: string },
): Promise<JsonRecord | undefined> {
  const was = before.state === "uses" ? before.callback : before.state === "none" ? "none" : undefined;
  return await patchServiceProfile(
    api,
    profile,
    { apiCallback: { id: callback } },
    {
      priority: "click",
      note: {
        what: callback === undefined ? "remove-profile-callback" : "set-profile-callback",
        work,
        target: { kind: "service profile", id: profile },
        before: was === undefined ? undefined : { api_callback: was },
        after: { api_callback: callback ?? "none" },
      },
    },
  );
}

/**
 * Whether a detail shows the requested callback. A detail that had a callback before and has none now shows that there
 * is none.
 */
function shows(now: JsonRecord | undefined, before: JsonRecord | undefined, requested: CallbackAssignment): boolean {
  if (now === undefined) return false;
  const { callback } = readProfile(now);
  if (callback !== undefined) return isSameCallback(callback, requested);
  const had = before === undefined ? undefined : readProfile(before).callback;
  return requested.state === "none" && had?.state === "uses";
}
