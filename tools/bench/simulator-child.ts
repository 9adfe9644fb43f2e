/** The simulator in a process of its own: started with the options of its message, ended with its parent. */
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { startSimulator } from "../../main/simulator/simulator.ts";

process.once("disconnect", () => process.exit(0));
process.once("message", (options) => {
  void startSimulator(options as SimulatorOptions).then(({ baseUrl, applicationToken }) =>
    process.send?.({ baseUrl, applicationToken }),
  );
});
