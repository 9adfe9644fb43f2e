/** The building blocks of the contract: operations, topics, outcomes. Depends on zod only. */
import { z } from "zod";
import type { CodedText, TextParam } from "../texts/coded-text.ts";

/** A text as code and parameters (`shared/texts/coded-text.ts`); it is formatted where it is displayed. */
export const codedTextSchema: z.ZodType<CodedText, CodedText> = z.object({
  code: z.string(),
  params: z
    .record(
      z.string(),
      z.lazy(() => textParamSchema),
    )
    .optional(),
}) as z.ZodType<CodedText, CodedText>;
const textParamSchema: z.ZodType<TextParam, TextParam> = z.union([
  z.string(),
  z.number(),
  z.object({ at: z.number(), zone: z.string() }),
  codedTextSchema,
]);

/** A failure in its transferable form. `code` is kebab-case and stable. */
export const failureSchema = z.object({
  code: z.string(),
  text: codedTextSchema,
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The result of a call: never an exception, since Electron strips the fields of a thrown error. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export interface FeatureContract {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly topics: Readonly<Record<string, z.ZodType>>;
}

/** Declares one operation of the contract. Fields that `output` does not declare cannot leave the main process. */
export function operation<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Operation<I, O> {
  return { input, output };
}

/** The second argument of a handler. */
export interface CallContext {
  /** Aborted when the caller disconnected or cancelled. */
  readonly signal: AbortSignal;
}

/** The functions that main implements for one feature of the contract. */
export type Handlers<T extends FeatureContract> = {
  readonly [K in keyof T["operations"]]: (
    input: z.output<T["operations"][K]["input"]>,
    context: CallContext,
  ) => Promise<z.input<T["operations"][K]["output"]>>;
};

/** The typed client of one feature, for callers on the other side of the interface. */
export type Client<T extends FeatureContract> = {
  readonly [K in keyof T["operations"]]: (
    input: z.input<T["operations"][K]["input"]>,
    signal?: AbortSignal,
  ) => Promise<z.output<T["operations"][K]["output"]>>;
};

export type FileAccess = "read" | "write";
/** Fields that hold the path of a file on this computer; `main/core/ipc/window-calls.ts` says who may set them. */
export const fileFields = z.registry<{ readonly access: FileAccess }>();
/** Absolute path of a file to read. */
export const readsFileSchema = z.string().register(fileFields, { access: "read" });
/** Absolute path of a file to write. */
export const writesFileSchema = z.string().register(fileFields, { access: "write" });

/** Field of an input: the name of the connection; without it, the current connection. */
export const connectionField = { connection: z.string().optional() };
/** Epoch milliseconds. */
export const timeSchema = z.number();
/** Identifies calls that follow one another without an operator: a request to stop everything between two of them reaches the rest. */
export const sequenceSchema = z.uuid().optional();
/** The exact number to confirm: of recipients, of endpoints, or of segments of one SMS. */
export const confirmSchema = z.number().int().min(0);
/** False: the number of segments depends on how the service splits, and the value is an upper bound. */
export const segmentsExactSchema = z.boolean();
/** The output of an operation without a result. */
export const nothingSchema = z.object({});
/** A JSON object as the service sent it; numbers above 2^53 are text, digit for digit. */
export const recordSchema = z.record(z.string(), z.unknown());
export type JsonRecord = z.infer<typeof recordSchema>;

type WithoutDefault<T> = T extends z.ZodDefault<infer I> ? I : T;

/**
 * The fields of an object as a partial update: a missing field stays unchanged. (`partial()` alone would
 * apply the defaults and so undo earlier settings.)
 */
export function changesOf<S extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<S>,
): z.ZodObject<{ [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> }> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? field.unwrap() : (field as z.ZodType)) as z.ZodType,
  ]);
  const optional = fields.map(([name, field]) => [name, (field as z.ZodType).optional()]);
  return z.object(Object.fromEntries(optional)) as never;
}

type TopicSchemas<T extends Readonly<Record<string, FeatureContract>>> = UnionToIntersection<T[keyof T]["topics"]>;
type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** Payload by topic name, over all features of a contract. */
export type TopicPayloads<T extends Readonly<Record<string, FeatureContract>>> = {
  readonly [N in keyof TopicSchemas<T> & string]: TopicSchemas<T>[N] extends z.ZodType
    ? z.output<TopicSchemas<T>[N]>
    : never;
};

/** A union of argument lists, so that a bus of more topics can be passed where fewer are published. */
export type Publish<P> = (...event: { [N in keyof P & string]: [topic: N, payload: P[N]] }[keyof P & string]) => void;
