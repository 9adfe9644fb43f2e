/** What both the browser and Node have and the treaty speaks of; seen by the treaty's own project only. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
