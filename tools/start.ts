/** The window is not built yet: says so, and shows the core at work instead. */
console.log(
  "The window comes with a later change; this is the demo in the terminal. The command line: npm run -s fleetdesk -- --help",
);
await import("./demo.ts");
