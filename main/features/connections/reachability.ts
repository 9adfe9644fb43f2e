/**
 * Whether the services answer, derived from the results of real calls; only the probes below are sent to find out.
 *
 * - Any answer of the service means "online", also a 5xx. A failure before anything was written means "offline" at once; lost answers mean
 *   it only when three occur in a row, since a single lost answer proves little.
 * - While the operating system reports no network, calls end at once as not sent. Services on this computer need no network.
 * - When the network returns, the state is "unknown" until the next call; one cheap probe is sent so that this is soon. While a service in
 *   use does not answer, it is probed again after 15 s, doubling up to 5 minutes; nothing else is sent.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Reachability } from "#shared/contract/connections/connections.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";
import { plainHeaders } from "../../core/api/authenticate.ts";
import { formatBaseUrl } from "../../core/api/base-url.ts";
import { ExchangeError, type Answer, type Exchanged } from "../../core/api/exchange.ts";
import { headerText } from "../../core/api/errors.ts";
import { failureOfLoss } from "../../core/api/network-errors.ts";
import type { Transport, WireRequest } from "../../core/api/transport.ts";
import type { Clock, Connectivity } from "../../core/hosts.ts";

export type ServiceState = Omit<Reachability, "connection">;

export interface ReachabilityDeps {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Probes offline services for as long as the program runs; otherwise the state follows calls alone. */
  readonly keepAlive: boolean;
  readonly onChanged: (baseUrl: string) => void;
}

interface ServiceEntry {
  readonly baseUrl: string;
  readonly local: boolean;
  /** Open transports to this service; the first one carries the probes. */
  readonly transports: Set<Transport>;
  state: ServiceState;
  /** When each read that has no answer yet was sent, oldest first. */
  readonly reads: Map<WireRequest, number>;
  lostInARow: number;
  probes: number;
  /** Undefined while no probe is scheduled. */
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

  /** Subscribes to the network state of this computer; before that, the state follows calls alone. */
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

  /** Probes a service now instead of at its scheduled time; does nothing for a service without an open transport. */
  async probe(baseUrl: string): Promise<void> {
    const service = this.#services.get(baseUrl);
    if (service === undefined) return;
    dropProbe(service);
    await this.#sendProbe(service);
  }

  /** Wraps a transport so that its results update the state. */
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
    // A read need not wait for its timeout when the network is lost; a write waits for its answer, because giving up would leave its
    // outcome unknown.
    if (request.method !== "GET" || service.local) return this.#recordResult(service, await wire.exchange(request));
    const networkSignal = this.#network.signal;
    const signal = request.signal === undefined ? networkSignal : AbortSignal.any([request.signal, networkSignal]);
    const result = await wire.exchange({ ...request, signal });
    if (!networkSignal.aborted || request.signal?.aborted === true) return this.#recordResult(service, result);
    // Aborted by this class, not by the caller, so the error is "no network" instead of "aborted".
    if (result.kind === "lost") return { ...result, error: noNetwork() };
    return result.broken === undefined ? this.#recordResult(service, result) : { ...result, broken: noNetwork() };
  }

  #recordResult(service: ServiceEntry, result: Exchanged): Exchanged {
    const { hostname } = new URL(service.baseUrl);
    if (result.kind === "answer") {
      service.lostInARow = 0;
      const foreign = detectForeignAnswer(result, hostname);
      this.#become(service, foreign === undefined ? { state: "online" } : { state: "offline", ...foreign });
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
    // Calls that fail in the meantime do not postpone a scheduled probe.
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

  /** Sends one request without a token; any answer of the service counts. */
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
      // Delayed, so that a network that flickers is probed only once.
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
    since,
  };
}

function noNetwork(): ExchangeError {
  return new ExchangeError("offline");
}

/** Recognises answers that do not come from the service: a proxy, or the sign-in page of a network. */
function detectForeignAnswer(
  answer: Answer,
  hostname: string,
): { readonly code: string; readonly message: CodedText } | undefined {
  const { status, headers, body } = answer;
  if (status === 407) return { code: "proxy-sign-in", message: codedText("proxy-sign-in") };
  // The service labels empty answers as HTML too, so a page must have a body.
  const isPage = status < 300 && body.length > 0 && /\btext\/html\b/i.test(headerText(headers, "content-type") ?? "");
  if (!isPage && status !== 511 && (status < 300 || status >= 400)) return undefined;
  const message = codedText("answered-by-other", { host: hostname });
  return { code: "unexpected-answer", message };
}
