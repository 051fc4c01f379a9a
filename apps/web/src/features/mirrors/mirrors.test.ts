import { type Mirror, mirrorInputSchema } from '@atalaia/contract/devices/mirror';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import type { CellTexts } from '../../resources/resource.ts';
import { reasonText } from './mirror-log.tsx';
import { mirrorState, mirrors } from './mirrors.tsx';

const context = { settings: resolveSettings({ timezone: 'America/Fortaleza' }, {}) } as FormContext;
const labels = {
  text: (key: string, values?: { time?: string; status?: string }) =>
    [key, values?.time, values?.status].filter(Boolean).join(' '),
  textOr: (_key: string, otherwise: string) => otherwise,
  formats: { day: (ms: number) => new Date(ms).toISOString().slice(0, 10) },
} as unknown as CellTexts;
const stored: Mirror = {
  ...{ id: 4, name: 'Antigo', kind: 'json', address: 'https://a.example/in', method: 'GET', enabled: true },
  ...{ deviceIds: [3], groupIds: [], customerIds: [7], authorizedBy: 'Ana', reason: 'Migração' },
  ...{ activeFrom: '2026-11-01T03:00:30.000Z', activeUntil: null, hasAuthorization: true, devices: 2 },
  ...{ sent: 0, failed: 0, dropped: 0, lastSentAt: null, lastTrouble: null, lastTroubleAt: null },
};
const { form } = mirrors;
if (!form) throw new Error('mirrors have no form');

test('[OUT-06] what is stored goes back as it came, seconds too, and no key that nobody typed', () => {
  const values = form.valuesOf(stored, context);
  const input = form.inputOf(values, stored, context);
  expect(mirrorInputSchema.safeParse(input).success).toBe(true);
  expect(input).toMatchObject({ activeFrom: stored.activeFrom, activeUntil: null, customerIds: [7] });
  expect(input).not.toHaveProperty('authorization');
  const changed = { ...values, activeUntil: '24/12/2026 18:00', authorization: ' Bearer x ' };
  expect(form.inputOf(changed, stored, context)).toMatchObject({
    activeUntil: '2026-12-24T21:00:00.000Z',
    authorization: 'Bearer x',
  });
  const removed = { ...values, removesAuthorization: true };
  expect(form.inputOf(removed, stored, context)).toMatchObject({ authorization: '' });
});

test('[OUT-06] who allowed it and why, and what is chosen, are asked for at once', () => {
  const faults = form
    .schema(context, undefined)
    .safeParse({ ...form.valuesOf(undefined, context), activeUntil: '31/02/2026' })
    .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(faults).toEqual([
    ['name', 'mirror.nameRequired'],
    ['address', 'mirror.addressRequired'],
    ['authorizedBy', 'mirror.authorizedByRequired'],
    ['reason', 'mirror.reasonRequired'],
    ['activeUntil', 'form.notADate'],
    ['deviceIds', 'mirror.chosenRequired'],
  ]);
  const whole = { ...form.valuesOf(stored, context), deviceIds: [], customerIds: [] };
  const later = form
    .schema(context, stored)
    .safeParse({ ...whole, activeUntil: '01/10/2026' })
    .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(later).toEqual([
    ['activeUntil', 'mirror.untilBeforeFrom'],
    ['deviceIds', 'mirror.chosenRequired'],
  ]);
});

test('[OUT-06] a list says how it goes: off, too early, over, failing, sending', () => {
  const nowMs = Date.parse('2026-11-10T00:00:00Z');
  const shown = (part: Partial<Mirror>) => mirrorState({ ...stored, ...part }, labels, nowMs);
  expect(shown({ enabled: false })).toEqual(['offline', 'mirror.off']);
  // white is of a draft's edge: as a word's colour nobody reads it
  expect(shown({ activeFrom: '2026-12-01T00:00:00Z' })).toEqual(['offline', 'mirror.early 2026-12-01']);
  expect(shown({ activeUntil: '2026-11-05T00:00:00Z' })).toEqual(['offline', 'mirror.over']);
  expect(shown({})).toEqual(['unknown', 'mirror.waits']);
  expect(shown({ lastSentAt: '2026-11-09T23:00:00Z' })).toEqual(['online', 'mirror.works']);
  const troubled = { lastSentAt: '2026-11-09T23:00:00Z', lastTroubleAt: '2026-11-09T23:30:00Z' };
  expect(shown(troubled)).toEqual(['alarm', 'mirror.troubled']);
  expect(reasonText('answered-503', labels)).toBe('mirrorReason.answered 503');
  expect(reasonText('queue-full', labels)).toBe('queue-full');
});
