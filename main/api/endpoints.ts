/** One endpoint. The specification lists endpoints and says nothing of their detail; public sources know it (field-facts section 7). */
import { codedText } from "#shared/texts/coded-text.ts";
import { readRecordOf } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { pathId } from "./inputs.ts";
import { offeredOne } from "./offered.ts";
import type { JsonRecord } from "./json.ts";

/** The endpoint as the service gives it. Throws `not-offered` where there is no detail, a refusal with status 404 where there is no such endpoint. */
export function getEndpoint(api: ApiClient, endpointId: string, options: CallOptions = {}): Promise<JsonRecord> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}`;
  return offeredOne(codedText("endpoint-detail-not-offered"), async () =>
    readRecordOf(await api.request({ method: "GET", path, ...options }), endpointId),
  );
}
