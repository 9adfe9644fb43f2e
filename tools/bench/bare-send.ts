/** The minimal program that sends SMS: undici, one body after another, nothing stored. */
import { Pool } from "undici";
import { signIn, type ServiceAddress } from "./service.ts";
import { from } from "./job.ts";

/** Sends one SMS to each endpoint over `connections` connections; throws unless every one is accepted. */
export async function bareSend(
  service: ServiceAddress,
  endpointIds: readonly string[],
  connections: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(service)}`, "content-type": "application/json" };
  const pool = new Pool(service.baseUrl, { connections, pipelining: 1 });
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let id = endpointIds[next++]; id !== undefined; id = endpointIds[next++]) {
      // Same length as a campaign's text, but different: a campaign matches an unknown message with its own text to a lost request.
      const body = JSON.stringify({ source_address: from, payload: `BAR W${id} report position` });
      const response = await pool.request({ method: "POST", path: `/api/v1/endpoint/${id}/sms`, headers, body });
      await response.body.dump();
      if (response.statusCode !== 201) throw new Error(`The service answered ${response.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
}
