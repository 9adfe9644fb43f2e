/** Entry of the store's thread. */
import { schema } from "./store-modules.ts";
import { serve } from "../core/store/serve.ts";

serve(schema);
