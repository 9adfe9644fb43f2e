/** Entry of a thread that executes one task of the store after another, see `test/make/store-threads.ts`. */
import { parentPort } from "node:worker_threads";
import { schema } from "../../main/app/store-modules.ts";
import { type Assignment, serve } from "../../main/core/store/serve.ts";

parentPort?.on("message", (assignment: Assignment) => serve(schema, assignment));
