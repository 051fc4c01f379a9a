/** What a person switched on the map, remembered for the next time (MAP-04). */
import { z } from 'zod';
import { browserStorage, type TextStorage } from '../lib/storage/browser-storage.ts';

/** The choices that are remembered. Follow is none: it is about one vehicle, now. */
const choicesSchema = z
  .object({
    baseMap: z.string().optional(),
    devices: z.boolean(),
    geofences: z.boolean(),
    alarms: z.boolean(),
    labels: z.boolean(),
    traces: z.boolean(),
  })
  .partial();

export type MapChoices = z.infer<typeof choicesSchema>;

export interface ChoiceStorage {
  read(): MapChoices;
  write(choices: MapChoices): void;
}

export interface ChoiceOwner {
  readonly userId: number;
  /** The base map his settings say: when they say another one than before, they win over what he chose last. */
  readonly settingsMap: string;
}

const storedSchema = z.object({ settingsMap: z.string(), choices: choicesSchema });

export function createChoiceStorage(
  storage: TextStorage,
  { userId, settingsMap }: ChoiceOwner,
): ChoiceStorage {
  const key = `atalaia.map.${userId}`;
  return {
    read() {
      const stored = storedSchema.safeParse(parsed(storage.getItem(key))).data;
      if (!stored) return {};
      if (stored.settingsMap === settingsMap) return stored.choices;
      const { baseMap: _, ...others } = stored.choices;
      return others;
    },
    write: (choices) => storage.setItem(key, JSON.stringify({ settingsMap, choices })),
  };
}

/** The browser's own storage. */
export function localChoices(owner: ChoiceOwner): ChoiceStorage {
  return createChoiceStorage(
    browserStorage(() => window.localStorage),
    owner,
  );
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // Another's text under our key: as if there were none.
  }
}
