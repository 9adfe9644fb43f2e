/** Continuous, slow activity, for a simulator without other users. Ends with the simulator's clock. */
import { addDeviceMessage, changeFleet, addNetworkEvents, addSms } from "./event-generator.ts";
import type { SimulatorState } from "./simulator-state.ts";

const stepMs = 4000;
/** Steps of the history come before these, so that the two sequences differ. */
const firstStep = 1_000_000;

export function startTraffic(state: SimulatorState): void {
  if (state.settings.endpoints === 0) return;
  let step = firstStep;
  const next = (): void => {
    step += 1;
    happen(state, step);
    state.time.after(stepMs, next);
  };
  state.time.after(stepMs, next);
}

/** One step: always events, an SMS every half minute, a device's message every minute, a changed endpoint every 20 s. */
export function happen(state: SimulatorState, step: number): void {
  const now = state.time.now();
  addNetworkEvents(state, step, now);
  if (step % 3 === 0) addNetworkEvents(state, step + 500_000, now);
  if (step % 7 === 0) addSms(state, step, now);
  if (step % 15 === 0) addDeviceMessage(state, step, now);
  if (step % 5 === 0) changeFleet(state, step, now);
}
