/** The month before the start: SMS with their replies, messages of devices, events. In order of time, as everything here is stored. */
import { addDeviceMessage, addNetworkEvents, addSms } from "./event-generator.ts";
import type { SimulatorState } from "./simulator-state.ts";

const monthMs = 30 * 86_400_000;
const mostSteps = 24_000;

/** One step: four events, then an SMS; every tenth SMS is a device's own. */
export function fillHistory(state: SimulatorState): void {
  const { endpoints } = state.settings;
  if (endpoints === 0) return;
  const steps = Math.min(mostSteps, endpoints * 6);
  const end = state.time.now() - 60_000;
  for (let step = 0; step < steps; step += 1) {
    const now = end - monthMs + Math.floor((step * monthMs) / steps);
    if (step % 5 !== 4) addNetworkEvents(state, step, now);
    else if (step % 50 === 49) addDeviceMessage(state, step, now);
    else addSms(state, step, now);
  }
}
