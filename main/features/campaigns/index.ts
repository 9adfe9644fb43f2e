/** What campaigns offer to other features: types only, `main/app/features.ts` passes the objects. */
export type { Campaigns } from "./campaigns.ts";
