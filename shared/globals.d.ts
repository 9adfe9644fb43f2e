/** Globals of both the browser and Node that shared code uses; visible to the projects of `shared` and the contract only. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

interface URL {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  readonly hostname: string;
  readonly pathname: string;
}
declare const URL: { parse(text: string): URL | null };
