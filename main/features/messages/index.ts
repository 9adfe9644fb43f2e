/** What messages offer to other features: types only, `main/app/features.ts` passes the objects. */
export type { MessageHistory } from "./sms/history.ts";
