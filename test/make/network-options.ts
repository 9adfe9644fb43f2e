/** Options of cores for DNS configurations, service profiles and data streams: no endpoints are in the cache. */
import { startRecordingWire, type RecordingWire } from "../fakes/recording-wire.ts";
import type { Clock } from "../../main/hosts.ts";
import type { CoreOptions } from "./core.ts";

/** A lost answer may be late for as long as with the default of a connection. */
export const networkOptions = {
  simulator: { endpoints: 30 },
  connection: { reconcileAfterMs: 60_000 },
  sync: [],
} as const satisfies CoreOptions;

/** Every changing request is recorded on its way. */
export const streamOptions = {
  ...networkOptions,
  simulator: { endpoints: 3 },
  proxy: startRecordingWire,
} as const satisfies CoreOptions<Clock, RecordingWire>;
