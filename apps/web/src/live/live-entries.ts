/** What every part of the screen counts on in an entry of a live message, looked at cheaply: 2,000 come in a second. */
import type { LiveMessage } from '@atalaia/contract/live-message';

type Kind = 'number' | 'string' | 'time' | 'object';

const eventFields = {
  ...{ id: 'number', deviceId: 'number', type: 'string', eventTime: 'time', serverTime: 'time' },
  attributes: 'object',
} as const satisfies Readonly<Record<string, Kind>>;

/** The fields without which an entry cannot be shown. Lists that stand here not are taken as they are. */
const needed: { readonly [List in keyof LiveMessage]?: Readonly<Record<string, Kind>> } = {
  positions: {
    ...{ id: 'number', deviceId: 'number', fixTime: 'time', latitude: 'number', longitude: 'number' },
    ...{ speed: 'number', course: 'number', attributes: 'object' },
  },
  devices: { id: 'number', name: 'string', uniqueId: 'string', status: 'string', attributes: 'object' },
  events: eventFields,
  notices: eventFields,
  sinisters: { id: 'number', deviceId: 'number', status: 'string', openingDate: 'time', device: 'object' },
};

const fits: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  object: (value) => typeof value === 'object' && value !== null,
};

/** The entries of a list that can be shown. */
export function showable(list: string, entries: readonly unknown[]): readonly unknown[] {
  if (list === 'removedDeviceIds') return entries.filter(fits.number);
  const fields = Object.entries(needed[list as keyof LiveMessage] ?? {});
  return entries.filter(
    (entry) =>
      fits.object(entry) &&
      fields.every(([name, kind]) => fits[kind]((entry as Record<string, unknown>)[name])),
  );
}
