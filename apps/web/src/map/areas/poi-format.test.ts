import { expect, test } from 'vitest';
import { poiFormatOf } from './poi-layer.ts';

test('[MAP-16] KML and GeoJSON are told apart by what they say', () => {
  expect(poiFormatOf('\uFEFF<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"/>')).toBe(
    'kml',
  );
  expect(poiFormatOf('<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"></kml:kml>')).toBe('kml');
  expect(poiFormatOf(' {"type":"FeatureCollection","features":[]}')).toBe('geojson');
  expect(poiFormatOf('{"type": "Point", "coordinates": [-38.5, -3.7]}')).toBe('geojson');
});

test('[MAP-16] what is neither is nothing', () => {
  for (const text of ['', '<!doctype html><html></html>', '{"error":"no"}', 'PK\u0003\u0004', '[]'])
    expect(poiFormatOf(text)).toBeNull();
});
