/** A proxy in front of the simulator that reports in profile details which DNS configuration a profile uses; the live service does not. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReportingService extends AsyncDisposable {
  readonly baseUrl: string;
  /**
   * What is reported for a profile, by profile id: a configuration's id, or null for none. Nothing is reported for a profile that is
   * missing here.
   */
  readonly assignments: Map<string, number | null>;
  /** Response to every PATCH in place of the service's own body; undefined: the service's own. */
  patchBody: string | undefined;
  /** Creates records without returning their id. */
  hidesNewIds: boolean;
  /** Body and status of every list response of the administration; undefined: the service's own. */
  listAnswer: { readonly status: number; readonly body: string } | undefined;
}

const lists = /^\/api\/v1\/(dns|service_profile|data_stream|api_callback)$/;

export async function startReportingService(target: string): Promise<ReportingService> {
  const assignments = new Map<string, number | null>();
  const overrides: Pick<ReportingService, "patchBody" | "hidesNewIds" | "listAnswer"> = {
    patchBody: undefined,
    hidesNewIds: false,
    listAnswer: undefined,
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "GET", headers, url: path = "/" } = incoming;
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const answer = await fetch(target + path, {
      method,
      headers: { authorization, "content-type": type },
      body: pieces.length === 0 ? undefined : Buffer.concat(pieces),
    });
    const text = await answer.text();
    if (overrides.listAnswer !== undefined && method === "GET" && lists.test(path)) {
      outgoing.writeHead(overrides.listAnswer.status).end(overrides.listAnswer.body);
      return;
    }
    const [, profile = ""] = /^\/api\/v1\/service_profile\/(\d+)$/.exec(path) ?? [];
    const reportedDns = method === "GET" && answer.ok ? assignments.get(profile) : undefined;
    const body =
      reportedDns === undefined
        ? text
        : JSON.stringify({ ...(JSON.parse(text) as object), dns: reportedDns === null ? null : { id: reportedDns } });
    if (method === "POST" && answer.ok && overrides.hidesNewIds && !path.endsWith("/authenticate")) {
      outgoing.writeHead(answer.status).end();
      return;
    }
    const location = answer.headers.get("location");
    outgoing.writeHead(answer.status, location === null ? {} : { location });
    outgoing.end(method === "PATCH" ? (overrides.patchBody ?? body) : body);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    assignments,
    get patchBody() {
      return overrides.patchBody;
    },
    set patchBody(body) {
      overrides.patchBody = body;
    },
    get hidesNewIds() {
      return overrides.hidesNewIds;
    },
    set hidesNewIds(isHidden) {
      overrides.hidesNewIds = isHidden;
    },
    get listAnswer() {
      return overrides.listAnswer;
    },
    set listAnswer(answer) {
      overrides.listAnswer = answer;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
