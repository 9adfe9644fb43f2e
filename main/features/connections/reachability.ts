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

export interface ReachabilityParts {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Asks services that are away now and then, for as long as the program runs; else only calls tell. */
  readonly lasting: boolean;
  readonly onChanged: (baseUrl: string) => void;
}

interface Known {
  readonly baseUrl: string;
  readonly local: boolean;
  /** Wires that lead there now; the first one carries the questions. */
  readonly wires: Set<Transport>;
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
  readonly #parts: ReachabilityParts;
  readonly #known = new Map<string, Known>();
  #stopListening = (): void => undefined;
  #away = new AbortController();
  #awaySince: number | undefined;
  #stopped = false;

  constructor(parts: ReachabilityParts) {
    this.#parts = parts;
  }

  /** Listens to the network of this computer; before it, only calls tell. */
  start(): void {
    const { connectivity, clock } = this.#parts;
    if (!connectivity.online()) this.#awaySince = clock.now();
    this.#stopListening = connectivity.onChange((online) => (online ? this.#returned() : this.#left()));
  }

  of(baseUrl: string): ServiceState {
    if (this.#isCutOff(isThisComputer(new URL(baseUrl).hostname))) return cutOff(this.#awaySince);
    const known = this.#known.get(baseUrl);
    if (known === undefined) return { state: "unknown" };
    const [waitingSince] = known.reads.values();
    return waitingSince === undefined ? known.state : { ...known.state, waitingSince };
  }

  /** Asks a service now instead of at its next turn; one that no wire leads to is not asked. */
  async probe(baseUrl: string): Promise<void> {
    const known = this.#known.get(baseUrl);
    if (known === undefined) return;
    dropProbe(known);
    await this.#ask(known);
  }

  /** The same wire, listened to. */
  watch(wire: Transport): Transport {
    const known = this.#about(wire);
    known.wires.add(wire);
    return {
      baseUrl: wire.baseUrl,
      clockOffsetMs: () => wire.clockOffsetMs(),
      serviceNow: () => wire.serviceNow(),
      exchange: async (request) => {
        if (request.method === "GET") known.reads.set(request, this.#parts.clock.now());
        try {
          return await this.#exchange(known, wire, request);
        } finally {
          known.reads.delete(request);
        }
      },
      close: async () => {
        known.wires.delete(wire);
        if (known.wires.size === 0) dropProbe(known);
        await wire.close();
      },
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#stopListening();
    for (const known of this.#known.values()) dropProbe(known);
  }

  async #exchange(known: Known, wire: Transport, request: WireRequest): Promise<Exchanged> {
    if (this.#isCutOff(known.local)) return { kind: "lost", started: false, error: noNetwork() };
    // What only asks need not wait for its time-out when the network goes; what writes is left to find its answer.
    if (request.method !== "GET" || known.local) return this.#heard(known, await wire.exchange(request));
    const away = this.#away.signal;
    const signal = request.signal === undefined ? away : AbortSignal.any([request.signal, away]);
    const result = await wire.exchange({ ...request, signal });
    if (!away.aborted || request.signal?.aborted === true) return this.#heard(known, result);
    // Cut by us, but for a reason of its own: nobody has stopped it.
    if (result.kind === "lost") return { ...result, error: noNetwork() };
    return result.broken === undefined ? this.#heard(known, result) : { ...result, broken: noNetwork() };
  }

  #heard(known: Known, result: Exchanged): Exchanged {
    const { hostname } = new URL(known.baseUrl);
    if (result.kind === "answer") {
      known.lostInARow = 0;
      const stranger = strangerIn(result, hostname);
      this.#become(known, stranger === undefined ? { state: "online" } : { state: "offline", ...stranger });
      return result;
    }
    const { kind, code, message } = failureOfLoss(result.error, result.started, hostname);
    if (kind === "aborted" || code === "client-closed" || code === "offline") return result;
    known.lostInARow += 1;
    if (kind === "offline" || known.lostInARow >= mostLostInARow) {
      this.#become(known, { state: "offline", code, message });
    }
    return result;
  }

  #become(known: Known, next: Omit<ServiceState, "since">): void {
    const { state, code, since } = known.state;
    if (next.state !== "offline") {
      known.probes = 0;
      dropProbe(known);
    } else this.#askLater(known);
    if (state === next.state && code === next.code) return;
    const isSame = state === next.state && since !== undefined;
    known.state = { ...next, since: isSame ? since : this.#parts.clock.now() };
    this.#parts.onChanged(known.baseUrl);
  }

  #askLater(known: Known): void {
    // Calls that fail in the meantime do not put it off.
    if (known.cancelProbe !== undefined || !this.#parts.lasting || this.#stopped || known.wires.size === 0) return;
    const waitMs = Math.min(firstProbeMs * 2 ** known.probes, longestProbeMs);
    known.probes += 1;
    this.#askIn(known, waitMs);
  }

  #askIn(known: Known, waitMs: number): void {
    dropProbe(known);
    known.cancelProbe = this.#parts.clock.after(waitMs, () => {
      known.cancelProbe = undefined;
      void this.#ask(known);
    });
  }

  /** One request without a token; whatever answers it counts. */
  async #ask(known: Known): Promise<void> {
    const [wire] = known.wires;
    if (wire === undefined || this.#stopped) return;
    await this.#exchange(known, wire, { method: "GET", path: "/", headers: plainHeaders(false) });
  }

  #left(): void {
    this.#awaySince = this.#parts.clock.now();
    this.#away.abort();
    for (const known of this.#known.values()) {
      if (known.local) continue;
      dropProbe(known);
      this.#parts.onChanged(known.baseUrl);
    }
  }

  #returned(): void {
    this.#awaySince = undefined;
    this.#away = new AbortController();
    for (const known of this.#known.values()) {
      if (known.local && known.state.state !== "offline") continue;
      known.state = { state: "unknown", since: this.#parts.clock.now() };
      known.lostInARow = 0;
      known.probes = 0;
      // A network that flickers is asked about once it has been there for a moment.
      this.#askIn(known, afterReturnMs);
      this.#parts.onChanged(known.baseUrl);
    }
  }

  #isCutOff(local: boolean): boolean {
    return !local && !this.#parts.connectivity.online();
  }

  #about({ baseUrl }: Transport): Known {
    const key = formatBaseUrl(baseUrl);
    const known = this.#known.get(key) ?? {
      baseUrl: key,
      local: isThisComputer(baseUrl.hostname),
      wires: new Set(),
      state: { state: "unknown" },
      reads: new Map(),
      lostInARow: 0,
      probes: 0,
      cancelProbe: undefined,
    };
    this.#known.set(key, known);
    return known;
  }
}

function dropProbe(known: Known): void {
  known.cancelProbe?.();
  known.cancelProbe = undefined;
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
