import { expect, test } from 'vitest';
import { aPosition } from '../../lib/testing/a-position.ts';
import { streetViewAddress } from './device-actions.tsx';

test('[PANEL-02] the street view opens where the device is, looking where it drives', () => {
  const url = new URL(
    streetViewAddress(aPosition({ latitude: -3.73187, longitude: -38.52672, course: 44.6 })),
  );
  expect(url.origin + url.pathname).toBe('https://www.google.com/maps/@');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    api: '1',
    map_action: 'pano',
    viewpoint: '-3.73187,-38.52672',
    heading: '45',
  });
});
