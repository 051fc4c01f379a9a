import { expect, test } from 'vitest';
import { engineEffect } from './engine-effect.ts';
import { protocols } from './registry.ts';

const custom = (data: string) => ({ type: 'custom', attributes: { data } });

test('[BLOCK-01] whatever a protocol says a block or a release with is one too when it is typed, of every protocol', () => {
  let asked = 0;
  for (const { name, commands } of protocols) {
    if (!commands?.types.includes('engineStop')) continue;
    const settings = {
      devicePassword: 'abc123',
      'mxt.blockCommand': '0102',
      'mxt.releaseCommand': '0103',
    };
    const context = { uniqueId: '123456789012345', session: {}, settings, nowMs: Date.UTC(2026, 10, 23, 9) };
    for (const [type, effect] of [
      ['engineStop', 'block'],
      ['engineResume', 'release'],
    ] as const) {
      for (const way of ['words', 'text'] as const) {
        const said = commands[way]({ type, attributes: {} }, context);
        if (!('text' in said)) continue;
        asked += 1;
        expect([name, said.text, engineEffect(name, custom(` ${said.text} `), settings)]).toEqual([
          name,
          said.text,
          effect,
        ]);
        expect(engineEffect(undefined, custom(said.text), settings)).toBeDefined();
      }
    }
  }
  expect(asked).toBeGreaterThan(40);
});

test('[BLOCK-01] the relay as an output, another series’ words, another case and a raw packet are a block too', () => {
  const output = (data: string) => ({ type: 'outputControl', attributes: { index: 1, data } });
  expect(engineEffect('gt06', output('1'), {})).toBe('block');
  expect(engineEffect('gt06', output('0'), {})).toBe('release');
  expect(engineEffect('teltonika', output('1'), {})).toBe('block');
  expect(engineEffect('suntech', output('1'), {})).toBe('block');
  expect(engineEffect('gt06', custom('RELAY,1#'), {})).toBe('block');
  expect(engineEffect('gt06', custom('DYD,123456#'), {})).toBe('block');
  expect(engineEffect('suntech', custom('SA200CMD;511;02;Enable1'), {})).toBe('block');
  expect(engineEffect('suntech', custom('CMD;511;04;01'), {})).toBe('block');
  expect(engineEffect('teltonika', custom('setdigout 1? 60'), {})).toBe('block');
  expect(engineEffect('jt808', custom('7e81050001aabbccddeeff0001f0007e'), {})).toBe('block');
});

test('[BLOCK-01] what asks for a version or a place is none', () => {
  for (const words of ['VERSION#', 'WHERE#', 'STATUS#', 'getver', 'getinfo', 'ST300CMD;511;02;StatusReq']) {
    for (const protocol of ['gt06', 'suntech', 'teltonika', 'h02', undefined])
      expect(engineEffect(protocol, custom(words), {})).toBeUndefined();
  }
  expect(engineEffect('gt06', { type: 'rebootDevice', attributes: {} }, {})).toBeUndefined();
});
