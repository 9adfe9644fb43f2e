/** Creations: sends one through the journal and describes its outcome, also where it was lost and resolved later. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ChangeRef } from "../../core/api/change-note.ts";
import { describeMissingId } from "../../core/api/write-answer.ts";
import { type Change, type ChangeSpec, isUnresolved, type NewChange } from "../../core/journal/change.ts";
import { type NetworkContext, uncancelled } from "./deps.ts";
import type { ListKind } from "./queries.ts";
import { readList } from "./readings.ts";

export interface Creation extends Pick<NewChange, "name" | "request" | "previousIds"> {
  readonly spec: ChangeSpec;
  readonly kind: ListKind;
  /** Sends the request; returns the id in the answer. */
  readonly send: (change: ChangeRef) => Promise<{ readonly id: string | undefined }>;
  readonly texts: CreationTexts;
}

export interface CreationTexts {
  readonly created: (id: string) => CodedText;
  /** The answer was lost, but the list shows the object. */
  readonly recovered: (id: string) => CodedText;
  readonly withoutId: (reason: CodedText) => CodedText;
  readonly unknown: (reason: CodedText, change: number) => CodedText;
}

export interface Created {
  readonly outcome: "created" | "unknown";
  readonly change: number;
  readonly id?: string;
  readonly message: CodedText;
  /** The list was read since, and shows it. */
  readonly isListed: boolean;
}

/** Throws the rejection of the service. */
export async function create(
  context: NetworkContext,
  { spec, kind, texts, ...submission }: Creation,
): Promise<Created> {
  const read = (): Promise<unknown> => readList(uncancelled(context), kind);
  const result = await context.journal.submit(spec, context.connection, {
    ...submission,
    createdId: ({ id }) => id,
    read: submission.previousIds === undefined ? undefined : read,
  });
  const { change, subject: id } = result.change;
  if (result.outcome === "unknown")
    return { outcome: "unknown", change, message: texts.unknown(result.reason, change), isListed: false };
  if (id === undefined) {
    const reason = describeMissingId(result.outcome === "applied" ? result.list : "none");
    return { outcome: "created", change, message: texts.withoutId(reason), isListed: false };
  }
  const isListed = result.outcome === "recovered" || result.response.id === undefined;
  const message = result.outcome === "recovered" ? texts.recovered(id) : texts.created(id);
  return { outcome: "created", change, id, message, isListed };
}

const maxResolved = 10;

interface ResolvedNote {
  readonly state: "done" | "not-applied";
  readonly resolvedAt: number;
  readonly message: CodedText;
}

/** `sentOf` describes what was sent; the newest resolved change is first. */
export function changeNotes<T extends object>(
  changes: readonly Change[],
  sentOf: (change: Change) => T,
  unconfirmedText: (change: Change) => CodedText,
): { readonly unresolved: (T & { readonly message: CodedText })[]; readonly resolved: (T & ResolvedNote)[] } {
  const resolved = changes.flatMap((change) => {
    const { state, resolvedAt } = change;
    if (resolvedAt === undefined || (state !== "applied" && state !== "not-applied")) return [];
    const outcome = state === "applied" ? ("done" as const) : state;
    return [{ ...sentOf(change), state: outcome, resolvedAt, message: outcomeText(change) }];
  });
  return {
    unresolved: changes.filter(isUnresolved).map((change) => ({ ...sentOf(change), message: unconfirmedText(change) })),
    resolved: resolved.toReversed().slice(0, maxResolved),
  };
}

function outcomeText({ action, state, subject: id }: Change): CodedText {
  if (action === "delete") return codedText(state === "applied" ? "delete-resolved" : "delete-not-applied");
  if (state !== "applied") return codedText("create-not-applied");
  return id === undefined ? codedText("create-resolved-without-id") : codedText("create-resolved", { id });
}
