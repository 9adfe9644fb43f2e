/** A whole core, signed in to a simulator over a wire that writes down what is changed. */
import { type RecordedRequest, startRecordingWire, type RecordingWire } from "../fakes/recording-wire.ts";
import { type NetworkCore, openNetworkCore, type NetworkWay } from "./network-core.ts";

export interface StreamCore extends AsyncDisposable {
  readonly core: NetworkCore;
  readonly streams: NetworkCore["client"]["streams"];
  readonly changes: readonly RecordedRequest[];
  readonly faults: NetworkCore["faults"];
}

export async function openStreamCore(
  dataDir: string,
  hosts: NonNullable<NetworkWay["hosts"]> = {},
): Promise<StreamCore> {
  let wire: RecordingWire | undefined;
  const wayTo = async (baseUrl: string): Promise<string> => {
    wire = await startRecordingWire(baseUrl);
    return wire.baseUrl;
  };
  const core = await openNetworkCore(dataDir, { endpoints: 3 }, { hosts, wayTo });
  return {
    core,
    streams: core.client.streams,
    changes: wire?.changes ?? [],
    faults: (...rules) => core.faults(...rules),
    [Symbol.asyncDispose]: async () => {
      await core[Symbol.asyncDispose]();
      await wire?.close();
    },
  };
}
