/** The whole core, and the service's own view of quotas beside it. */
import { afterEach } from "vitest";
import type { QuotaChange } from "#contract/quotas.ts";
import { openCampaignCore, type CampaignCore, type CampaignCoreSettings } from "./campaign-core.ts";

export interface QuotaCore extends AsyncDisposable {
  readonly core: CampaignCore;
  readonly quotas: CampaignCore["client"]["quotas"];
  /** Resolves when the change is neither read nor written any more. */
  readonly rest: (change: number) => Promise<QuotaChange>;
  /** Volumes as the service has them; undefined where none is set. */
  readonly volumes: (kind: "data" | "sms", endpoints: readonly string[]) => Promise<(number | undefined)[]>;
  /** Somebody else sets a data quota. */
  readonly setElsewhere: (endpoint: string, volume: number) => Promise<void>;
  /** Somebody else changes the service profile of an endpoint. */
  readonly patchProfile: (endpoint: string, changes: object) => Promise<void>;
  readonly faults: (rules: readonly object[]) => Promise<void>;
  /** How many requests of an operation have reached the service, answered or not. */
  readonly requests: (operation: string) => Promise<number>;
}

export async function openQuotaCore(settings: CampaignCoreSettings = {}): Promise<QuotaCore> {
  const core = await openCampaignCore({ simulator: { endpoints: 30 }, ...settings });
  const { simulator } = core;
  const ask = async (path: string, method = "GET", body?: object): Promise<Response> => {
    const signIn = await fetch(`${simulator.baseUrl}/api/v1/authenticate`, {
      method: "POST",
      body: JSON.stringify({ application_token: simulator.applicationToken }),
    });
    const { auth_token: token } = (await signIn.json()) as { readonly auth_token: string };
    const headers = { authorization: `Bearer ${token}` };
    return await fetch(simulator.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const admin = async (name: string, body?: object): Promise<unknown> => {
    const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${simulator.baseUrl}/_simulator/${name}`, options);
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
  return {
    core,
    get quotas() {
      return core.client.quotas;
    },
    rest: (change) =>
      new Promise((resolve, reject) => {
        const look = async (): Promise<void> => {
          const state = await core.client.quotas.state({ change });
          if (state.state === "reading" || state.state === "running") return;
          stop();
          resolve(state);
        };
        const stop = core.app.on("quotas.changeMoved", () => void look().catch(reject));
        void look().catch(reject);
      }),
    volumes: (kind, endpoints) =>
      Promise.all(
        endpoints.map(async (endpoint) => {
          const answer = await ask(`/endpoint/${endpoint}/quota/${kind}`);
          if (!answer.ok) return undefined;
          return ((await answer.json()) as { readonly volume?: number }).volume;
        }),
      ),
    setElsewhere: async (endpoint, volume) => {
      const answer = await ask(`/endpoint/${endpoint}/quota/data`, "POST", {
        volume,
        expiry_date: "2040-01-01 00:00:00",
        status: { id: 1 },
        action_on_exhaustion: { id: 1 },
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    patchProfile: async (endpoint, changes) => {
      const { profile } = await core.client.quotas.get({ endpoint });
      const answer = await ask(`/api/v1/service_profile/${profile?.id ?? ""}`, "PATCH", changes);
      if (!answer.ok) throw new Error(await answer.text());
    },
    faults: async (rules) => {
      await admin("faults", { rules });
    },
    requests: async (operation) => {
      const { operations } = (await admin("requests")) as { readonly operations: Readonly<Record<string, number>> };
      return operations[operation] ?? 0;
    },
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

/** Opens cores for the tests of a file, each ended with its test. To be called at the top of a file. */
export function useQuotaCores(): typeof openQuotaCore {
  const opened: QuotaCore[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  });
  return async (settings) => {
    const core = await openQuotaCore(settings);
    opened.push(core);
    return core;
  };
}
