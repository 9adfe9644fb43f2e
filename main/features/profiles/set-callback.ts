/** Where received SMS of a profile are delivered: set, or none. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { CallbackStand, CallbackUse, profiles } from "#contract/profiles.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import { acceptedOf } from "../../api/errors.ts";
import { pathId } from "../../api/inputs.ts";
import { isAbsent } from "../../api/offered.ts";
import { patchServiceProfile } from "../../api/service-profiles.ts";
import { AppError, toFailure } from "../../failure.ts";
import { createTurns } from "../../wait.ts";
import { numericId } from "./check-draft.ts";
import { isSameCallback, type KnownProfile } from "./known-profiles.ts";
import { type ProfileConnection, type ProfileParts, workOf } from "./parts.ts";
import type { ProfileDesk } from "./profile-desk.ts";
import { readProfile } from "./read-profile.ts";

type SetCallback = Handlers<typeof profiles>["setCallback"];
type Answer = Awaited<ReturnType<SetCallback>>;

export function createSetCallback(parts: ProfileParts, desk: ProfileDesk): SetCallback {
  const { connections, onChanged } = parts;
  const inTurn = createTurns();
  return async ({ connection: named, profile, callback: given, undoOf }, { signal }) => {
    pathId("profile", profile);
    const callback = given === undefined ? undefined : numericId("callback", given);
    const connection = await connections.open(named);
    return await inTurn(`${connection.id} ${profile}`, async () => {
      try {
        return await setCallback(parts, desk, { connection, profile, callback, undoOf, signal });
      } finally {
        onChanged(connection.name);
      }
    });
  };
}

interface Wanted {
  readonly connection: ProfileConnection;
  readonly profile: string;
  /** Undefined: none. */
  readonly callback: number | undefined;
  /** The change whose earlier callback this is. */
  readonly undoOf: number | undefined;
  readonly signal: AbortSignal;
}

async function setCallback(
  { store, clock, tellSettled }: ProfileParts,
  desk: ProfileDesk,
  { connection, profile, callback, undoOf, signal }: Wanted,
): Promise<Answer> {
  const earlier = await desk.readDetail(connection, profile, signal);
  const lookUp = async (): Promise<KnownProfile | undefined> =>
    (await desk.survey(connection, new AbortController().signal)).profiles.find(({ id }) => id === profile);
  const known = (await lookUp())?.callback;
  const wanted: CallbackStand =
    callback === undefined ? { state: "none" } : { state: "uses", callback: String(callback) };
  const before = standBefore(known, wanted);
  if (undoOf !== undefined && known?.earlier?.change !== undoOf) {
    throw new AppError("moved", codedText("profile-callback-changed-since"));
  }
  const answer = async (outcome: Answer["outcome"], message: CodedText): Promise<Answer> => {
    const use = (await lookUp())?.callback ?? { stand: before };
    return { outcome, use, before, message };
  };
  if (known?.source === "service" && isSameCallback(before, wanted)) {
    return await answer("unchanged", codedText("no-change-needed"));
  }
  const change = await store.begin({
    connection: connection.id,
    kind: "callback",
    at: clock.now(),
    profile,
    name: undefined,
    known: undefined,
    before: JSON.stringify(before),
    after: JSON.stringify(wanted),
  });
  const lookAgain = async (): Promise<JsonRecord | undefined> =>
    await desk.readDetail(connection, profile, new AbortController().signal).catch(() => undefined);
  let said: unknown;
  try {
    said = await send(connection, { profile, callback, before, work: workOf(change) });
  } catch (error) {
    if (acceptedOf(error) !== "unknown") {
      if (acceptedOf(error) === "no") await store.drop(change);
      throw isAbsent(error) ? await desk.explainAbsent(connection, profile, error) : error;
    }
    await store.lose(change, clock.now());
    if (!shows(await lookAgain(), earlier, wanted)) {
      return await answer("unknown", codedText("profile-callback-unknown", { reason: toFailure(error).text }));
    }
    const proof = codedText("proved-as-wanted");
    await tellSettled({ work: workOf(change), outcome: "done", proof });
    await store.settle(change, "done", { at: clock.now(), by: "reading" });
    return await answer("set", codedText("profile-callback-recovered"));
  }
  await store.settle(change, "done", { at: clock.now(), by: "answer" });
  // It was taken. An answer that says nothing is followed by a look at what stands.
  const now = said === undefined ? await lookAgain() : undefined;
  const told = now === undefined ? undefined : readProfile(now).callback;
  if (told !== undefined && !isSameCallback(told, wanted)) {
    return await answer("set", codedText("profile-callback-accepted-other"));
  }
  return await answer("set", codedText(callback === undefined ? "profile-callback-removed" : "profile-callback-set"));
}

/** The stand to put back later: when an answer was lost, what was before that change, if this is the same one again. */
function standBefore(known: CallbackUse | undefined, wanted: CallbackStand): CallbackStand {
  const unknown = { state: "unknown" } as const;
  if (known?.lost === undefined) return known?.stand ?? unknown;
  return isSameCallback(known.lost.wanted, wanted) ? (known.earlier?.stand ?? unknown) : known.stand;
}

async function send(
  { api }: ProfileConnection,
  {
    profile,
    callback,
    before,
    work,
  }: Pick<Wanted, "profile" | "callback"> & { readonly before: CallbackStand; readonly work: string },
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
        ...(was === undefined ? {} : { before: { api_callback: was } }),
        after: { api_callback: callback ?? "none" },
      },
    },
  );
}

/** Whether a detail shows what was wanted. One that named a callback before and names none now shows that there is none. */
function shows(now: JsonRecord | undefined, before: JsonRecord | undefined, wanted: CallbackStand): boolean {
  if (now === undefined) return false;
  const { callback } = readProfile(now);
  if (callback !== undefined) return isSameCallback(callback, wanted);
  const had = before === undefined ? undefined : readProfile(before).callback;
  return wanted.state === "none" && had?.state === "uses";
}
