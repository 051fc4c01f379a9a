/** Which group of devices that fell silent at once explains it best (DESK-10). Pure. */
import type { DeskSettings } from '@atalaia/contract/desk/desk';

/** What devices may have in common; of two that explain equally well the first does. `all` is everything we listen to. */
export const massFaultKinds = ['sim', 'provider', 'network', 'cell', 'protocol', 'all'] as const;
export type MassFaultKind = (typeof massFaultKinds)[number];

/** A device that fell silent beyond its own interval a moment ago. */
export interface NewlySilent {
  readonly deviceId: number;
  /** Nothing was heard of it since a pause of ours. */
  readonly isAfterPause: boolean;
  readonly keys: Readonly<Record<MassFaultKind, string | null>>;
}

export interface MassFault {
  readonly by: MassFaultKind;
  readonly value: string;
  /** "Falha nossa": our own line or port. */
  readonly isOurs: boolean;
  readonly deviceIds: readonly number[];
}

/** Those of a group that still talk, by `groupKey`. */
export type Talking = ReadonlyMap<string, number>;

export const groupKey = (by: MassFaultKind, value: string) => `${by} ${value}`;

export type MassFaultSettings = DeskSettings['massFault'];

interface Group {
  readonly by: MassFaultKind;
  readonly value: string;
  readonly devices: readonly NewlySilent[];
}

/** The groups that have enough silent devices to be looked at; the first of equal ones first. */
export function largeGroups(
  silent: readonly NewlySilent[],
  { minDevices }: Pick<MassFaultSettings, 'minDevices'>,
): readonly Group[] {
  return massFaultKinds.flatMap((by) => {
    const known = silent.filter(({ keys }) => keys[by] !== null);
    return [...Map.groupBy(known, ({ keys }) => keys[by] ?? '')]
      .map(([value, devices]) => ({ by, value, devices }))
      .filter(({ devices }) => devices.length >= minDevices);
  });
}

/**
 * Each device is in one fault at most: the group that explains best takes its devices, then the rest is looked at again.
 * A group explains well that has many silent devices and few that talk. Silence of nearly everything is ours, whatever
 * else the devices have in common; so is that of nearly all of a protocol, which is a port of ours.
 */
export function massFaultsOf(
  silent: readonly NewlySilent[],
  talking: Talking,
  settings: MassFaultSettings,
): readonly MassFault[] {
  const first = new Map(
    largeGroups(silent, settings).map(({ by, value, devices }) => [
      groupKey(by, value),
      (talking.get(groupKey(by, value)) ?? 0) + devices.length,
    ]),
  );
  const faults: MassFault[] = [];
  let left = silent;
  for (;;) {
    const judged = largeGroups(left, settings).map((group) => {
      const online = first.get(groupKey(group.by, group.value)) ?? group.devices.length;
      return { ...group, percent: (100 * group.devices.length) / online };
    });
    const best = bestOf(judged, settings);
    if (!best) return faults;
    const { by, value, devices, percent } = best;
    const isOurs =
      ((by === 'all' || by === 'protocol') && percent >= settings.oursPercent) ||
      2 * devices.filter(({ isAfterPause }) => isAfterPause).length > devices.length;
    faults.push({ by, value, isOurs, deviceIds: devices.map(({ deviceId }) => deviceId) });
    const named = new Set(devices);
    left = left.filter((device) => !named.has(device));
  }
}

interface Judged extends Group {
  readonly percent: number;
}

function bestOf(groups: readonly Judged[], settings: MassFaultSettings): Judged | undefined {
  const everything = groups.find(({ by, percent }) => by === 'all' && percent >= settings.oursPercent);
  if (everything) return everything;
  let best: Judged | undefined;
  for (const group of groups) {
    if (group.by === 'all' || group.percent < settings.minPercent) continue;
    if (!best || weightOf(group) > weightOf(best)) best = group;
  }
  return best;
}

const weightOf = ({ devices, percent }: Judged) => devices.length * percent;
