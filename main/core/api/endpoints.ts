/** One endpoint. The specification has only the list; the detail is known from public sources (docs/service-facts.md#endpoint). */
import { codedText } from "#shared/texts/coded-text.ts";
import { readRecordOf } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { pathId } from "./inputs.ts";
import { offeredOne } from "./offered.ts";
import type { JsonRecord } from "./json.ts";

/** The endpoint as received. Throws `not-offered` where the service has no detail, a rejection with status 404 where the endpoint does not exist. */
export function getEndpoint(api: ApiClient, endpointId: string, options: CallOptions = {}): Promise<JsonRecord> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}`;
  return offeredOne(codedText("endpoint-detail-not-offered"), async () =>
    readRecordOf(await api.request({ method: "GET", path, ...options }), endpointId),
  );
}
