import { expect, test } from 'vitest';
import { type PictureView, placedOn, shows, withMargins } from './geofence-layer.ts';

const screen: PictureView = { west: 1000, north: 5000, resolution: 2, width: 500, height: 300 };
const dragged = (right: number, down = 0): PictureView => ({
  ...screen,
  west: screen.west + right * screen.resolution,
  north: screen.north - down * screen.resolution,
});

test('[MAP-13] a picture of geofences shows the screen until it is dragged over its margin, or drawn nearer', () => {
  const picture = withMargins(screen);
  for (const view of [screen, dragged(150), dragged(-150), dragged(0, 90), dragged(0, -90)])
    expect(shows(picture, view)).toBe(true);
  for (const view of [dragged(151), dragged(-151), dragged(0, 91), dragged(0, -91)])
    expect(shows(picture, view)).toBe(false);
  expect(shows(picture, { ...screen, resolution: 1 })).toBe(false);
});

test('[MAP-13] a picture moves with the map, and is as much larger as the map was drawn nearer', () => {
  const picture = withMargins(screen);
  expect(placedOn(screen, picture, 1)).toBe('translate(-150px, -90px) scale(1)');
  expect(placedOn(dragged(10, -5), picture, 1)).toBe('translate(-160px, -85px) scale(1)');
  expect(placedOn({ ...screen, resolution: 1 }, picture, 1)).toBe('translate(-300px, -180px) scale(2)');
});
