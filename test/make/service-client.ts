/** Another client of a running simulator: signed in at the service, or at the simulator's administration interface. */
import type { Simulator } from "../../main/simulator/simulator.ts";

type Service = Pick<Simulator, "baseUrl" | "applicationToken">;

/** A delay longer than any test waits; it ends when the simulator's clock is advanced by it. */
export const holdMs = 600_000;

/** Signs in with the application token and resolves with the auth token. */
export async function signIn({ baseUrl, applicationToken }: Service): Promise<string> {
  const body = JSON.stringify({ application_token: applicationToken });
  const response = await fetch(`${baseUrl}/api/v1/authenticate`, { method: "POST", body });
  return ((await response.json()) as { readonly auth_token: string }).auth_token;
}

/** Sends a request with a separate session, as another operator's program would. */
export async function fetchSignedIn(service: Service, path: string, method = "GET", body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${await signIn(service)}` };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return await fetch(service.baseUrl + path, { method, headers, ...content });
}

/** Reads from the simulator's administration interface, or posts to it; see `main/simulator/README.md`. */
export async function administer<T>({ baseUrl }: Pick<Service, "baseUrl">, name: string, body?: object): Promise<T> {
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}/_simulator/${name}`, post);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

/** Number of requests of an operation that arrived at the service, answered or not. */
export async function countRequests(service: Pick<Service, "baseUrl">, operation: string): Promise<number> {
  interface Requests {
    readonly operations: Readonly<Record<string, number>>;
  }
  const { operations } = await administer<Requests>(service, "requests");
  return operations[operation] ?? 0;
}
