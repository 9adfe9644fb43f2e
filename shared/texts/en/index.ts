/** The English catalogue. `app`: texts by feature and part. `codes`: texts that are stored or transferred as code and parameters. */
import * as firstScreen from "./first-screen.ts";
import * as later from "./later.ts";

export const app = { ...firstScreen.app, ...later.app } as const;

export const codes = { ...firstScreen.codes, ...later.codes } as const;
