import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const supplies = '/sys/class/power_supply';
/** How often it is looked whether there is mains power again, milliseconds. */
const lookMs = 15_000;

/**
 * Whether the machine runs on its battery. Only Linux tells that in files: elsewhere, and where nothing is told, false.
 * @param folder a parameter so that a test needs no battery
 */
export async function isOnBattery(folder = supplies): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const told = await Promise.all(
    names.map(async (name) => {
      const line = async (file: string): Promise<string> => (await readFile(join(folder, name, file), 'utf8').catch(() => '')).trim();
      // A mouse has a battery too, and says that it is a device's.
      if ((await line('scope')) === 'Device') return null;
      switch (await line('type')) {
        case 'Mains':
        case 'USB':
          return (await line('online')) === '1' ? 'mains' : null;
        case 'Battery':
          return (await line('status')) === 'Discharging' ? 'battery' : null;
        default:
          return null;
      }
    }),
  );
  return told.includes('battery') && !told.includes('mains');
}

/** Fulfilled when the machine does not run on its battery, or the signal is aborted. */
export async function mainsPower(signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await isOnBattery()))
    await pause(lookMs, undefined, signal === undefined ? { ref: false } : { signal, ref: false }).catch(() => undefined);
}
