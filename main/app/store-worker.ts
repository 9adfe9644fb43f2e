/** Entry of the store's thread. */
import { schema } from "./store-modules.ts";
import { serveThread } from "../core/store/serve.ts";

serveThread(schema);
