/** The bridge of the sandboxed window: forwards calls and topics without any logic of its own. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";
import { channels, type FleetBridge } from "#shared/contract/bridge.ts";
import type { Outcome } from "#shared/contract/kit.ts";

const fleet: FleetBridge = {
  call: (address, input, ticket) =>
    ipcRenderer.invoke(channels.call, address, input, ticket) as Promise<Outcome<unknown>>,
  cancel: (ticket) => void ipcRenderer.invoke(channels.cancel, ticket),
  on: (listener) => {
    const handler = (_event: IpcRendererEvent, topic: string, payload: unknown): void => listener(topic, payload);
    ipcRenderer.on(channels.topic, handler);
    return () => void ipcRenderer.off(channels.topic, handler);
  },
  platform: process.platform,
};

contextBridge.exposeInMainWorld("fleet", fleet);
