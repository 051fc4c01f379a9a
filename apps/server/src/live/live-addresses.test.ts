import { expect, test } from 'vitest';
import { createLiveAddresses } from './live.ts';

const nearest = () => 'Campinas, SP';
const fragment = (deviceId: number, second: number, address: string | null) => ({
  ...{ deviceId, positionId: second, fixTimeMs: second * 1_000, receivedMs: second * 1_000 },
  json: `{"id":${second},"type":"\\"address\\":null","latitude":-22.9,"longitude":-47,"altitude":0,"speed":1,"course":0,"accuracy":0,"address":${JSON.stringify(address)},"attributes":{}}`,
});

test('[ING-06] the last street of a vehicle stays until the next is known, for two minutes; else it is the nearest town', () => {
  const { complete } = createLiveAddresses({ nearest });
  const addressOf = (deviceId: number, second: number, address: string | null = null): unknown =>
    JSON.parse(complete(fragment(deviceId, second, address)).json).address;
  expect(addressOf(1, 0)).toBe('Campinas, SP');
  expect(addressOf(1, 0, 'Rua "A", 10')).toBe('Rua "A", 10');
  expect(addressOf(1, 30)).toBe('Rua "A", 10');
  expect(addressOf(2, 30)).toBe('Campinas, SP');
  expect(addressOf(1, 40, 'Rua B')).toBe('Rua B');
  expect(addressOf(1, 100)).toBe('Rua B');
  expect(addressOf(1, 161)).toBe('Campinas, SP');
});
