/** What the fleet offers to other features: types only, `main/app/features.ts` passes the objects. */
export type { SavedAudiences } from "./audiences.ts";
export type { EndpointDirectory } from "./directory.ts";
export type { EndpointChanges } from "./history.ts";
export type { EndpointNames, EndpointPast, ProfileUse } from "./fleet.ts";
export type { ResolvedEndpoints } from "./record-rows.ts";
