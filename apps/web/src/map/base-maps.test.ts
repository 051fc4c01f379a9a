import { tileSourcesFrom } from '@atalaia/contract/server/tile-sources';
import { expect, test } from 'vitest';
import { baseMapFrom, baseMapOffer } from './base-maps.ts';

test('[MAP-03] osm, street and satellite are always offered, and osm comes first', () => {
  const offer = baseMapOffer(tileSourcesFrom({}), []);
  expect(offer.names).toEqual(['osm', 'street', 'satellite']);
  expect(baseMapFrom(undefined, offer)).toBe('osm');
  expect(baseMapFrom('moon', offer)).toBe('osm');
  // settings may come later than the map, and yield to what somebody chose
  expect(baseMapFrom(undefined, { ...offer, named: 'satellite' })).toBe('satellite');
  expect(baseMapFrom('street', { ...offer, named: 'satellite' })).toBe('street');
});

test('[MAP-03] what settings name, and what has its key or address, is offered besides', () => {
  const sources = tileSourcesFrom({ bingKey: 'k', mapUrl: 'https://m.example/{z}/{x}/{y}.png' });
  const offer = baseMapOffer(sources, ['yandexSat', 'baidu', 'moon', undefined]);
  expect(offer.names).toEqual([
    ...['osm', 'street', 'satellite', 'bingRoad', 'bingAerial', 'bingHybrid', 'baidu', 'yandexSat', 'custom'],
  ]);
  expect(baseMapFrom('yandexSat', offer)).toBe('yandexSat');
});

test('[MAP-03] a base map whose key is missing is not offered, even where settings name it', () => {
  const offer = baseMapOffer(tileSourcesFrom({}), ['bingRoad', 'custom']);
  expect(offer.names).toEqual(['osm', 'street', 'satellite']);
  expect(baseMapFrom('bingRoad', offer)).toBe('osm');
});
