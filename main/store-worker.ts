/** Entry of the store's thread. */
import { queryModules } from "./store-modules.ts";
import { migrations } from "./store/migrations/all.ts";
import { serve } from "./store/serve.ts";

serve(queryModules, migrations);
