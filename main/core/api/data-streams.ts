/** Data streams (docs/service-facts.md#data-stream): three destinations, each with its own fields. The specification defines only their creation for v1. */
import { codedText } from "#shared/texts/coded-text.ts";
import { assertNever } from "#shared/failure.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { createdId, readRecordOf } from "./bodies.ts";
import { invalidInput, pathId, requireHttpUrl, requireNumericId, requireText } from "./inputs.ts";
import { offered, offeredOne } from "./offered.ts";
import { type RecordList, readRecordList } from "./record-list.ts";
import type { JsonRecord } from "./json.ts";

/** The pairs of the specification: 2 Events, 3 Usage Data & Events. */
type DataStreamContent = "events" | "usage-and-events";

type DataStreamDestination =
  | {
      readonly kind: "rest-api";
      /** An existing callback by its id alone; a new one by its URL, with an id where the service requires one. */
      readonly callback: {
        readonly id?: number;
        readonly url?: string;
        readonly organisationId?: string;
        readonly purpose?: string;
      };
    }
  /** `role`: identifier of a role with write access to the destination · `target`: "<region>/<bucket or stream>". */
  | { readonly kind: "object-storage" | "cloud-stream"; readonly role: string; readonly target: string };

export const dataStreamPath = "/api/v1/data_stream";

export interface DataStreamDraft {
  readonly content: DataStreamContent;
  readonly destination: DataStreamDestination;
  /** Also deliver past data; false is the value of all examples in the specification. */
  readonly historic?: boolean;
}

/** The streams of the service, where it lists them (docs/service-facts.md#data-stream; beyond the specification). Throws `not-offered`. */
export function listDataStreams(api: ApiClient, options: CallOptions = {}): Promise<RecordList> {
  return offered(codedText("stream-list-not-offered"), async () =>
    readRecordList(await api.request({ method: "GET", path: dataStreamPath, ...options })),
  );
}

/**
 * Creates a data stream; `id` may be undefined, since the specification does not show the response. Throws `not-offered` where the path does not
 * exist.
 */
export async function createDataStream(
  api: ApiClient,
  draft: DataStreamDraft,
  options: CallOptions = {},
): Promise<{ readonly id: string | undefined }> {
  const body = dataStreamText(draft);
  return await offeredOne(codedText("streams-not-offered", { path: dataStreamPath }), async () => {
    const answer = await api.request({ method: "POST", path: dataStreamPath, body, ...options });
    return { id: createdId(answer, "data_stream") };
  });
}

/** The request body of the creation. Throws `invalid-input` with the field. */
export function dataStreamText(draft: DataStreamDraft): string {
  return JSON.stringify(dataStreamBody(draft));
}

function dataStreamBody(draft: DataStreamDraft): Record<string, unknown> {
  return {
    stream_historic_data: draft.historic === true ? 1 : 0,
    data_stream_type: contentPair(draft.content),
    ...destinationFields(draft),
  };
}

function contentPair(content: DataStreamContent): { readonly id: number; readonly description: string } {
  switch (content) {
    case "events":
      return { id: 2, description: "Events" };
    case "usage-and-events":
      return { id: 3, description: "Usage Data & Events" };
    default:
      return assertNever(content);
  }
}

/**
 * Decision: the descriptions of types 8 and 4 are those of the live service ("AWS S3", "AWS Kinesis"), not the generic names
 * of the specification ("object storage (bucket)", "cloud data stream"). Services read the id, so there is no option for the text.
 */
function destinationFields({ content, destination }: DataStreamDraft): Record<string, unknown> {
  switch (destination.kind) {
    case "rest-api":
      return { api_type: { id: 1, description: "REST API" }, api_callback: callbackBody(destination.callback) };
    case "object-storage":
    case "cloud-stream": {
      if (content !== "usage-and-events") {
        throw invalidInput("content", codedText("stream-content-fixed"));
      }
      return {
        api_type:
          destination.kind === "object-storage"
            ? { id: 8, description: "AWS S3" }
            : { id: 4, description: "AWS Kinesis" },
        api_username: role(destination.role),
        api_parameter: target(destination.target),
      };
    }
    default:
      return assertNever(destination);
  }
}

type Callback = Extract<DataStreamDestination, { kind: "rest-api" }>["callback"];

function callbackBody({ id, url, organisationId, purpose }: Callback): Record<string, unknown> {
  if (organisationId !== undefined && !/^\d+$/.test(organisationId)) {
    throw invalidInput("callback.organisationId", codedText("organisation-no-number"));
  }
  if (id === undefined && url === undefined) throw invalidInput("callback.id", codedText("callback-empty"));
  return {
    ...(id === undefined ? {} : { id: requireNumericId("callback.id", id) }),
    ...(url === undefined ? {} : { url: requireHttpUrl("callback.url", url) }),
    ...(organisationId === undefined ? {} : { organisation_id: organisationId }),
    ...(purpose === undefined ? {} : { purpose }),
  };
}

/** The identifier of a role: an account id, a slash and the role's name (docs/service-facts.md#data-stream). */
function role(value: string): string {
  if (!/^\S*\d{6,}\S*\/\S+$/.test(value)) {
    throw invalidInput("role", codedText("role-shape"));
  }
  return value;
}

function target(value: string): string {
  if (!/^[^/\s]+\/[^/\s]+$/.test(value)) {
    throw invalidInput("target", codedText("stream-target-shape"));
  }
  return value;
}

// API callbacks (docs/service-facts.md#api-callback). Beyond the specification, so each operation may be `not-offered`.

export const apiCallbackPath = "/api/v1/api_callback";
const path = apiCallbackPath;
const notOffered = codedText("callbacks-not-offered");

interface ApiCallbackDraft {
  readonly url: string;
  readonly purpose: string;
}

/** The request body of the creation. Throws `invalid-input` with the field. */
export function apiCallbackText({ url, purpose }: ApiCallbackDraft): string {
  return JSON.stringify({ url: requireHttpUrl("url", url), purpose: requireText("purpose", purpose) });
}

export function listApiCallbacks(api: ApiClient, options: CallOptions = {}): Promise<RecordList> {
  return offered(notOffered, async () => readRecordList(await api.request({ method: "GET", path, ...options })));
}

export function getApiCallback(api: ApiClient, callbackId: string, options: CallOptions = {}): Promise<JsonRecord> {
  const target = `${path}/${pathId("callbackId", callbackId)}`;
  return offeredOne(notOffered, async () =>
    readRecordOf(await api.request({ method: "GET", path: target, ...options }), callbackId),
  );
}

export function createApiCallback(
  api: ApiClient,
  draft: ApiCallbackDraft,
  options: CallOptions = {},
): Promise<{ readonly id: string | undefined }> {
  const body = apiCallbackText(draft);
  return offered(notOffered, async () => {
    const answer = await api.request({ method: "POST", path, body, ...options });
    return { id: createdId(answer, "api_callback") };
  });
}

export function deleteApiCallback(api: ApiClient, callbackId: string, options: CallOptions = {}): Promise<void> {
  const target = `${path}/${pathId("callbackId", callbackId)}`;
  return offeredOne(notOffered, async () => {
    await api.request({ method: "DELETE", path: target, ...options });
  });
}
