/** Odd services and their clients, closed after each test. */
import type { Socket } from "node:net";
import { afterEach } from "vitest";
import type { ApiClientSettings } from "../../main/core/api/client.ts";
import { type OddService, type SeenRequest, startOddService } from "../fakes/odd-service.ts";
import { makeApiClient } from "./api-client.ts";

/** Reads are retried immediately. */
export const fastRetries = { readRetries: { afterLoss: 2, afterThrottle: 5, baseDelayMs: 1 } };

export function useOddClients(): {
  readonly start: (answer: (request: SeenRequest, socket: Socket, index: number) => void) => Promise<OddService>;
  readonly client: (service: OddService, overrides?: Partial<ApiClientSettings>) => ReturnType<typeof makeApiClient>;
} {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  return {
    async start(answer) {
      const service = await startOddService(answer);
      open.push(service);
      return service;
    },
    client(service, overrides = {}) {
      const api = makeApiClient(service.baseUrl, overrides);
      open.push(api);
      return api;
    },
  };
}
