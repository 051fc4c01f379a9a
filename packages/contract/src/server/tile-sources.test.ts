import { expect, test } from 'vitest';
import { mapTypeSchema } from '../values/values.ts';
import {
  googleKeyAttribute,
  mapTextHostsFrom,
  shippedTileSources,
  tileHostOf,
  tileHosts,
  tileHostsFrom,
  tileSourcesFrom,
} from './tile-sources.ts';

test('[MAP-03] every map type has a source once its key and address are set, and only keyed ones lack it before', () => {
  const attributes = { [googleKeyAttribute]: 'g' };
  const all = tileSourcesFrom({ bingKey: 'k', attributes, mapUrl: 'https://maps.example/{z}/{x}/{-y}.png' });
  expect(Object.keys(all).toSorted()).toEqual([...mapTypeSchema.options].toSorted());
  const without = mapTypeSchema.options.filter((name) => !(name in tileSourcesFrom({})));
  const keyed = ['bingAerial', 'bingHybrid', 'bingRoad', 'custom'];
  expect(without.toSorted()).toEqual([...keyed, 'googleHybrid', 'googleRoad', 'googleSatellite']);
});

test('the hosts of all shipped tiles are ones that a page may ask', () => {
  for (const { services } of Object.values(shippedTileSources))
    for (const { url } of services) expect(tileHostsFrom({})).toContain(tileHostOf(url));
  expect(tileHostsFrom({})).toEqual(expect.arrayContaining([...tileHosts]));
});

test("the hosts of Bing's and of the places are allowed once they are set", () => {
  expect(mapTextHostsFrom({})).toEqual([]);
  const hostsOf = (host: string) => mapTextHostsFrom({ poiLayer: `http://${host}/a.kml` });
  for (const host of [
    'localhost',
    'localhost.',
    '127.0.0.1.',
    'nas.local.:8080',
    'router',
    'nas.local',
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1:8080',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '2130706433.',
    '127.1',
    '0x7f.0.0.1',
  ]) {
    expect(hostsOf(host), host).toEqual([]);
  }
  for (const host of ['8.8.8.8', 'places.example:8443', '172.32.0.1'])
    expect(hostsOf(host)).toEqual([`http://${host}`]);
  const settings = { bingKey: 'k', poiLayer: 'https://places.example/depots.kml' };
  expect(mapTextHostsFrom(settings)).toEqual(['https://dev.virtualearth.net', 'https://places.example']);
  expect(tileHostsFrom(settings)).toContain('https://*.tiles.virtualearth.net');
});

test('an installation replaces a shipped address, and its host is allowed', () => {
  const attributes = { 'ui.tiles.osm': 'https://{a-c}.own.example/{z}/{x}/{y}.png' };
  const { osm } = tileSourcesFrom({ attributes });
  expect(osm).toMatchObject({ services: [{ url: attributes['ui.tiles.osm'] }] });
  expect(tileHostsFrom({ attributes })).toContain('https://*.own.example');
  expect(tileHostsFrom({ mapUrl: 'http://10.0.0.7:8080/{z}/{x}/{y}.png' })).toContain('http://10.0.0.7:8080');
});

test('a host of which a part varies is allowed with all its siblings, and nothing above them', () => {
  expect(tileHostOf('https://t{0-3}.own.example/{z}/{x}/{y}.png')).toBe('https://*.own.example');
  expect(tileHostOf('https://own.example:8443/{z}/{x}/{y}.png')).toBe('https://own.example:8443');
  for (const wrong of ['https://{a-c}', 'https://{a-c}/{x}', 'https://x; script-src *', 'data:{x}'])
    expect([wrong, tileHostOf(wrong)]).toEqual([wrong, undefined]);
});

test('an address that is none is left aside', () => {
  const attributes = { 'ui.tiles.osm': 'javascript:{x}', 'ui.tiles.street': 7 };
  expect(tileSourcesFrom({ attributes, mapUrl: 'https://maps.example/one.png' })).toEqual(
    tileSourcesFrom({}),
  );
});

test("a Bing key is part of the metadata's address, whatever signs it holds", () => {
  const { bingAerial } = tileSourcesFrom({ bingKey: 'a&b=c' });
  expect(bingAerial).toMatchObject({ kind: 'bing', look: 'photo' });
  const url = new URL(bingAerial?.kind === 'bing' ? bingAerial.metadataUrl : '');
  expect(url.searchParams.get('key')).toBe('a&b=c');
  expect(url.pathname).toBe('/REST/v1/Imagery/Metadata/Aerial');
});

test('[TILE-02] an address of one’s own is pictures or vector tiles by its ending, with the name that is set for it', () => {
  const attributes = { 'ui.mapAttribution': '© Prefeitura' };
  const customOf = (mapUrl: string) => tileSourcesFrom({ mapUrl, attributes }).custom;
  expect(customOf('https://m.example/{z}/{x}/{y}.png')).toMatchObject({
    kind: 'tiles',
    services: [{ attribution: '© Prefeitura' }],
  });
  for (const ending of ['pbf', 'mvt', 'pbf?key=1']) {
    const mapUrl = `https://v.example/{z}/{x}/{y}.${ending}`;
    expect(customOf(mapUrl)).toEqual({
      ...{ kind: 'vector', form: 'tiles', url: mapUrl, attribution: '© Prefeitura', maxZoom: 14 },
    });
    expect(mapTextHostsFrom({ mapUrl })).toEqual(['https://v.example']);
  }
  const file = customOf('https://v.example/brasil.pmtiles');
  expect(file).toMatchObject({ kind: 'vector', form: 'pmtiles', url: 'https://v.example/brasil.pmtiles' });
  expect(mapTextHostsFrom({ mapUrl: 'https://m.example/{z}/{x}/{y}.png' })).toEqual([]);
});

test('[TILE-02] Google’s maps are there with a key alone, and a page may then ask their host', () => {
  expect(tileSourcesFrom({}).googleRoad).toBeUndefined();
  const attributes = { [googleKeyAttribute]: ' abc ' };
  expect(tileSourcesFrom({ attributes }).googleHybrid).toEqual({
    ...{ kind: 'google', look: 'photo', key: 'abc', mapType: 'satellite', hasNames: true },
  });
  expect(tileHostsFrom({ attributes })).toContain('https://tile.googleapis.com');
  expect(mapTextHostsFrom({ attributes })).toEqual(['https://tile.googleapis.com']);
  expect(tileHostsFrom({})).not.toContain('https://tile.googleapis.com');
});
