/** Unsolicited messages of devices. Ids ascend with time, far above those of SMS to devices. */

export interface DeviceMessage {
  readonly id: number;
  readonly slot: number;
  readonly at: number;
  readonly text: string;
}

const firstId = 60_000_001;

export class DeviceMessages {
  readonly #all: DeviceMessage[] = [];
  readonly #bySlot = new Map<number, DeviceMessage[]>();

  add(slot: number, text: string, at: number): void {
    const message: DeviceMessage = { id: firstId + this.#all.length, slot, at, text };
    this.#all.push(message);
    const own = this.#bySlot.get(slot);
    if (own === undefined) this.#bySlot.set(slot, [message]);
    else own.push(message);
  }

  ofSlot(slot: number): readonly DeviceMessage[] {
    return this.#bySlot.get(slot) ?? [];
  }

  find(id: number): DeviceMessage | undefined {
    return this.#all[id - firstId];
  }
}
