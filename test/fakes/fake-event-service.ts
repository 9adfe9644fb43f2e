/**
 * A service that only has events: it pages, sorts by time or id and accepts `from` and `until`, as the live service does, and can be
 * configured to deviate.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeEvent {
  readonly id?: number | string;
  readonly timestamp?: string;
  readonly [field: string]: unknown;
}

interface Oddity {
  /** Responds with these statuses first, one per request. */
  statuses: number[];
  /** Paths without a list. */
  absent: string[];
  /** 400 for `sort=-timestamp`. */
  rejectsSort: boolean;
  /** Accepts any order and sorts by time, oldest first. */
  ignoresSort: boolean;
  /** Accepts `from` and `until` and returns everything. */
  ignoresRange: boolean;
  /** Returns at most this many records per page, without saying so. */
  mostPerPage: number;
  /** Sends no header with the total. */
  isSilent: boolean;
  /** Called after each page that was sent. */
  onPage: (page: number) => void;
}

export interface FakeEventService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly events: FakeEvent[];
  readonly odd: Oddity;
  /** Query strings of the requests, in order of arrival. */
  readonly queries: string[];
}

export async function startFakeEventService(): Promise<FakeEventService> {
  const events: FakeEvent[] = [];
  const queries: string[] = [];
  const odd: Oddity = {
    statuses: [],
    absent: [],
    rejectsSort: false,
    ignoresSort: false,
    ignoresRange: false,
    mostPerPage: 1000,
    isSilent: false,
    onPage: () => undefined,
  };
  const server = createServer((request, response) => {
    // Without a Date header a client takes its own clock for the service's.
    response.sendDate = false;
    queries.push(decodeURIComponent(request.url ?? ""));
    answer({ events, odd }, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    events,
    odd,
    queries,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  { events, odd }: Pick<FakeEventService, "events" | "odd">,
  { url = "" }: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const reject = (status: number, code: number): void => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error_code: code, error_token: "Refused", message: "Refused." }));
  };
  const status = odd.statuses.shift();
  if (status !== undefined) return reject(status, status === 429 ? 1105 : 1000);
  if (odd.absent.includes(pathname)) return reject(404, 1201);
  const sort = searchParams.get("sort") ?? "id";
  if (odd.rejectsSort && sort === "-timestamp") return reject(400, 1302);
  const selected = events
    .filter((event) => odd.ignoresRange || inRange(event, searchParams.get("q") ?? ""))
    .toSorted(odd.ignoresSort ? oldestFirst : sort === "-timestamp" ? newestFirst : byId);
  const page = Number(searchParams.get("page"));
  const perPage = Math.min(odd.mostPerPage, Number(searchParams.get("per_page") ?? 100));
  const pages = Math.max(1, Math.ceil(selected.length / perPage));
  const currentPage = Math.min(page, pages);
  const totals = {
    "X-Total-Count": String(selected.length),
    "X-Total-Pages": String(pages),
    "X-Current-Page": String(currentPage),
  };
  response.writeHead(200, { "content-type": "application/json", ...(odd.isSilent ? {} : totals) });
  response.end(JSON.stringify(selected.slice((currentPage - 1) * perPage, currentPage * perPage)));
  odd.onPage(page);
}

function inRange({ timestamp }: FakeEvent, q: string): boolean {
  const [, from] = /from:([^,]*)/.exec(q) ?? [];
  const [, until] = /until:([^,]*)/.exec(q) ?? [];
  if (from === undefined || until === undefined) return true;
  const at = Date.parse(timestamp ?? "");
  return at >= Date.parse(from) && at <= Date.parse(until);
}

function newestFirst(a: FakeEvent, b: FakeEvent): number {
  return (Date.parse(b.timestamp ?? "") || 0) - (Date.parse(a.timestamp ?? "") || 0) || byId(a, b);
}

function oldestFirst(a: FakeEvent, b: FakeEvent): number {
  return newestFirst(b, a);
}

function byId(a: FakeEvent, b: FakeEvent): number {
  return Number(a.id ?? 0) - Number(b.id ?? 0);
}
