/** Options of cores for DNS configurations, service profiles and data streams: no endpoints are in the cache. */
import { startRecordingWire, type RecordingWire } from "../fakes/recording-wire.ts";
import type { Clock } from "../../main/core/hosts.ts";
import type { CoreOptions } from "./core.ts";

/** A request without a response may be applied as late as with a connection's defaults. */
export const networkOptions = {
  simulator: { endpoints: 30 },
  connection: { reconcileAfterMs: 60_000 },
  sync: [],
} as const satisfies CoreOptions;

/** Records every changing request. */
export const streamOptions = {
  ...networkOptions,
  simulator: { endpoints: 3 },
  proxy: startRecordingWire,
} as const satisfies CoreOptions<Clock, RecordingWire>;
