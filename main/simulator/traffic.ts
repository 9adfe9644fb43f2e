/** Something happens all the time, slowly: what a person sees while nobody else is there. Ends with the simulator's clock. */
import { deviceSpeaks, fleetChanges, networkTells, someoneSends } from "./happenings.ts";
import type { World } from "./world.ts";

const stepMs = 4000;
/** Steps of the history come before these, so that the two tell different stories. */
const firstStep = 1_000_000;

export function startTraffic(world: World): void {
  if (world.settings.endpoints === 0) return;
  let step = firstStep;
  const next = (): void => {
    step += 1;
    happen(world, step);
    world.time.after(stepMs, next);
  };
  world.time.after(stepMs, next);
}

/** One step: events always, an SMS every half minute, a device's word every minute, a changed endpoint every 20 s. */
export function happen(world: World, step: number): void {
  const now = world.time.now();
  networkTells(world, step, now);
  if (step % 3 === 0) networkTells(world, step + 500_000, now);
  if (step % 7 === 0) someoneSends(world, step, now);
  if (step % 15 === 0) deviceSpeaks(world, step, now);
  if (step % 5 === 0) fleetChanges(world, step, now);
}
