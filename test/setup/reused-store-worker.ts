/** Entry of a thread that carries out one task of the store after the other, see `test/make/store-threads.ts`. */
import { parentPort } from "node:worker_threads";
import { schema } from "../../main/store-modules.ts";
import { type Assignment, serve } from "../../main/store/serve.ts";

parentPort?.on("message", (assignment: Assignment) => serve(schema, assignment));
