/**
 * Whether the services answer: told from what calls to them really met, never by asking just to know.
 *
 * - Any answer of the service counts as "online", a 5xx too. A failure before anything was written counts as "offline" at once; lost
 *   answers only when three come in a row, since one lost answer says little.
 * - Says the operating system that there is no network, calls end at once as not sent. Services on this computer need none.
 * - When the network comes back the state is "unknown" until the next call; one cheap question is asked so that this is soon.
 *   While a service that is in use does not answer, it is asked again after 15 s, doubling up to 5 minutes; nothing else is sent.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Reachability } from "#contract/connections.ts";
import { isThisComputer } from "#contract/loopback.ts";
import { plainHeaders } from "../../api/auth-header.ts";
import { formatBaseUrl } from "../../api/base-url.ts";
import { ExchangeError } from "../../api/exchange.ts";
import type { Answer, Exchanged } from "../../api/exchange.ts";
import { headerText } from "../../api/errors.ts";
import { failureOfLoss } from "../../api/network-errors.ts";
import type { Transport, WireRequest } from "../../api/transport.ts";
import type { Clock, Connectivity } from "../../hosts.ts";

export type ServiceState = Omit<Reachability, "connection">;

export interface ReachabilityDeps {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Asks services that are away now and then, for as long as the program runs; else only calls tell. */
  readonly keepAlive: boolean;
  readonly onChanged: (baseUrl: string) => void;
}

interface ServiceEntry {
  readonly baseUrl: string;
  readonly local: boolean;
  /** Wires that lead there now; the first one carries the questions. */
  readonly transports: Set<Transport>;
  state: ServiceState;
  /** When each read was sent that has no answer yet, oldest first. */
  readonly reads: Map<WireRequest, number>;
  lostInARow: number;
  probes: number;
  /** Undefined while none is due. */
  cancelProbe: (() => void) | undefined;
}

const mostLostInARow = 3;
const firstProbeMs = 15_000;
const longestProbeMs = 5 * 60_000;
const afterReturnMs = 500;

export class ServiceReachability {
  readonly #deps: ReachabilityDeps;
  readonly #services = new Map<string, ServiceEntry>();
  #stopListening = (): void => undefined;
  #network = new AbortController();
  #awaySince: number | undefined;
  #stopped = false;

  constructor(deps: ReachabilityDeps) {
    this.#deps = deps;
  }

  /** Listens to the network of this computer; before it, only calls tell. */
  start(): void {
    const { connectivity, clock } = this.#deps;
    if (!connectivity.online()) this.#awaySince = clock.now();
    this.#stopListening = connectivity.onChange((online) => (online ? this.#returned() : this.#left()));
  }

  of(baseUrl: string): ServiceState {
    if (this.#isCutOff(isThisComputer(new URL(baseUrl).hostname))) return cutOff(this.#awaySince);
    const service = this.#services.get(baseUrl);
    if (service === undefined) return { state: "unknown" };
    const [waitingSince] = service.reads.values();
    return waitingSince === undefined ? service.state : { ...service.state, waitingSince };
  }

  /** Asks a service now instead of at its next turn; one that no wire leads to is not asked. */
  async probe(baseUrl: string): Promise<void> {
    const service = this.#services.get(baseUrl);
    if (service === undefined) return;
    dropProbe(service);
    await this.#sendProbe(service);
  }

  /** The same wire, listened to. */
  watch(wire: Transport): Transport {
    const service = this.#about(wire);
    service.transports.add(wire);
    return {
      baseUrl: wire.baseUrl,
      clockOffsetMs: () => wire.clockOffsetMs(),
      serviceNow: () => wire.serviceNow(),
      exchange: async (request) => {
        if (request.method === "GET") service.reads.set(request, this.#deps.clock.now());
        try {
          return await this.#exchange(service, wire, request);
        } finally {
          service.reads.delete(request);
        }
      },
      close: async () => {
        service.transports.delete(wire);
        if (service.transports.size === 0) dropProbe(service);
        await wire.close();
      },
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#stopListening();
    for (const service of this.#services.values()) dropProbe(service);
  }

  async #exchange(service: ServiceEntry, wire: Transport, request: WireRequest): Promise<Exchanged> {
    if (this.#isCutOff(service.local)) return { kind: "lost", started: false, error: noNetwork() };
    // What only asks need not wait for its time-out when the network goes; what writes is left to find its answer.
    if (request.method !== "GET" || service.local) return this.#recordResult(service, await wire.exchange(request));
    const networkSignal = this.#network.signal;
    const signal = request.signal === undefined ? networkSignal : AbortSignal.any([request.signal, networkSignal]);
    const result = await wire.exchange({ ...request, signal });
    if (!networkSignal.aborted || request.signal?.aborted === true) return this.#recordResult(service, result);
    // Cut by us, but for a reason of its own: nobody has stopped it.
    if (result.kind === "lost") return { ...result, error: noNetwork() };
    return result.broken === undefined ? this.#recordResult(service, result) : { ...result, broken: noNetwork() };
  }

  #recordResult(service: ServiceEntry, result: Exchanged): Exchanged {
    const { hostname } = new URL(service.baseUrl);
    if (result.kind === "answer") {
      service.lostInARow = 0;
      const stranger = strangerIn(result, hostname);
      this.#become(service, stranger === undefined ? { state: "online" } : { state: "offline", ...stranger });
      return result;
    }
    const { kind, code, message } = failureOfLoss(result.error, result.started, hostname);
    if (kind === "aborted" || code === "client-closed" || code === "offline") return result;
    service.lostInARow += 1;
    if (kind === "offline" || service.lostInARow >= mostLostInARow) {
      this.#become(service, { state: "offline", code, message });
    }
    return result;
  }

  #become(service: ServiceEntry, next: Omit<ServiceState, "since">): void {
    const { state, code, since } = service.state;
    if (next.state !== "offline") {
      service.probes = 0;
      dropProbe(service);
    } else this.#scheduleProbe(service);
    if (state === next.state && code === next.code) return;
    const isSame = state === next.state && since !== undefined;
    service.state = { ...next, since: isSame ? since : this.#deps.clock.now() };
    this.#deps.onChanged(service.baseUrl);
  }

  #scheduleProbe(service: ServiceEntry): void {
    // Calls that fail in the meantime do not put it off.
    if (service.cancelProbe !== undefined || !this.#deps.keepAlive || this.#stopped || service.transports.size === 0)
      return;
    const waitMs = Math.min(firstProbeMs * 2 ** service.probes, longestProbeMs);
    service.probes += 1;
    this.#probeAfter(service, waitMs);
  }

  #probeAfter(service: ServiceEntry, waitMs: number): void {
    dropProbe(service);
    service.cancelProbe = this.#deps.clock.after(waitMs, () => {
      service.cancelProbe = undefined;
      void this.#sendProbe(service);
    });
  }

  /** One request without a token; whatever answers it counts. */
  async #sendProbe(service: ServiceEntry): Promise<void> {
    const [wire] = service.transports;
    if (wire === undefined || this.#stopped) return;
    await this.#exchange(service, wire, { method: "GET", path: "/", headers: plainHeaders(false) });
  }

  #left(): void {
    this.#awaySince = this.#deps.clock.now();
    this.#network.abort();
    for (const service of this.#services.values()) {
      if (service.local) continue;
      dropProbe(service);
      this.#deps.onChanged(service.baseUrl);
    }
  }

  #returned(): void {
    this.#awaySince = undefined;
    this.#network = new AbortController();
    for (const service of this.#services.values()) {
      if (service.local && service.state.state !== "offline") continue;
      service.state = { state: "unknown", since: this.#deps.clock.now() };
      service.lostInARow = 0;
      service.probes = 0;
      // A network that flickers is asked about once it has been there for a moment.
      this.#probeAfter(service, afterReturnMs);
      this.#deps.onChanged(service.baseUrl);
    }
  }

  #isCutOff(local: boolean): boolean {
    return !local && !this.#deps.connectivity.online();
  }

  #about({ baseUrl }: Transport): ServiceEntry {
    const key = formatBaseUrl(baseUrl);
    const service = this.#services.get(key) ?? {
      baseUrl: key,
      local: isThisComputer(baseUrl.hostname),
      transports: new Set(),
      state: { state: "unknown" },
      reads: new Map(),
      lostInARow: 0,
      probes: 0,
      cancelProbe: undefined,
    };
    this.#services.set(key, service);
    return service;
  }
}

function dropProbe(service: ServiceEntry): void {
  service.cancelProbe?.();
  service.cancelProbe = undefined;
}

function cutOff(since: number | undefined): ServiceState {
  return {
    state: "offline",
    code: "offline",
    message: codedText("offline"),
    ...(since === undefined ? {} : { since }),
  };
}

function noNetwork(): ExchangeError {
  return new ExchangeError("offline");
}

/** Who answers in the place of the service: a proxy, or the sign-in page of a network. */
function strangerIn(
  answer: Answer,
  hostname: string,
): { readonly code: string; readonly message: CodedText } | undefined {
  const { status, headers, body } = answer;
  if (status === 407) return { code: "proxy-failed", message: codedText("proxy-sign-in") };
  // The service calls its empty answers pages, too: a page has something on it.
  const isPage = status < 300 && body.length > 0 && /\btext\/html\b/i.test(headerText(headers, "content-type") ?? "");
  if (!isPage && status !== 511 && (status < 300 || status >= 400)) return undefined;
  const message = codedText("answered-by-other", { host: hostname });
  return { code: "unexpected-answer", message };
}
