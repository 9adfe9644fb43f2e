/** Globals of both the browser and Node that the contract uses; visible to the contract's own project only. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
