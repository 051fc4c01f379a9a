// @vitest-environment happy-dom
import type { PoliceView } from '@atalaia/contract/sinisters/police-link';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { PolicePage, withNewest } from './police-page.tsx';

const view: PoliceView = {
  number: 7,
  openingType: 'robbery',
  openingDate: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T10:00:00.000Z',
  centrePhone: null,
  vehicle: {
    ...{ plate: 'ABC1D23', manufacturer: null, vehicleModel: null, color: null },
    ...{ year: null, category: null },
  },
  place: null,
};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => window.sessionStorage.clear());

test('[COCK-05] an officer says who he is before anything is asked of the vehicle, then sees it', async () => {
  const { sent } = await renderPage(<PolicePage token="link" map={() => null} />, async ({ url }) => {
    if (url.pathname.endsWith('/visits')) return json({ visit: 'own' });
    return json(url.pathname.endsWith('/trail') ? [] : view);
  });
  fireEvent.click(screen.getByRole('button', { name: 'See the vehicle' }));
  expect(await screen.findAllByText('Fill in this field')).toHaveLength(3);
  expect(sent).toEqual([]);
  for (const [label, value] of [
    ['Name *', 'Sgt. Lima '],
    ['Unit *', '5º BPM'],
    ['Telephone *', '85988887777'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'See the vehicle' }));
  expect(await screen.findByText('ABC1D23')).toBeDefined();
  expect(sent[0]?.url.pathname).toBe('/api/police/link/visits');
  expect(sent[0]?.body).toEqual({ name: 'Sgt. Lima', unit: '5º BPM', phone: '85988887777' });
  expect(screen.getByText('The tracker has sent no position since the event yet.')).toBeDefined();
});

test('[COCK-05] a visit whose link is over shows nothing of the vehicle any more', async () => {
  window.sessionStorage.setItem('atalaia.police.link', 'own');
  await renderPage(<PolicePage token="link" map={() => null} />, async () =>
    json({ code: 'share-ended', message: 'over', requestId: 'x' }, 410),
  );
  expect(await screen.findByText('This link is over')).toBeDefined();
});

test('[COCK-05] the way grows by the newest place, and not by one that it holds', () => {
  const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
  const way = [{ deviceId: 3, latitude: 1, longitude: 1, fixTime: at(1) }];
  const place = (minute: number) => ({ latitude: 2, longitude: 2, fixTime: at(minute), speed: 0, course: 0 });
  expect(withNewest(way, place(1))).toBe(way);
  expect(withNewest(way, null)).toBe(way);
  expect(withNewest(way, place(2))).toEqual([
    ...way,
    { deviceId: 3, latitude: 2, longitude: 2, fixTime: at(2) },
  ]);
});
