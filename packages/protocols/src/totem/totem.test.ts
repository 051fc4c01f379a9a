import { expect, test } from 'vitest';
import { sealMessage } from './frame.ts';
import { totem } from './totem.ts';

/** The position of a tracker without supply, whose battery and analogue input are these signs. */
function positionWith(battery: string, analogue: string) {
  const numbers = `${battery}${analogue}2B67A1B205724`;
  const ending = '092218106001.200123452333.0312S04637.9985W02510042';
  const message = sealMessage('AA', `863835021234567|00004000241005143015${numbers}${ending}`);
  const { messages, error } = totem.decode(
    message,
    {},
    { receivedMs: Date.UTC(2024, 9, 5), transport: 'tcp' },
  );
  expect(error).toBeUndefined();
  const [first] = messages;
  return first?.kind === 'position' ? first.position : undefined;
}

test('[ING-03] a battery and an analogue input are numbers, or are left out', () => {
  expect(positionWith('412', '0012')?.attributes).toMatchObject({ battery: 4.12, adc1: 12 });
  expect(positionWith('412', '1.50')?.attributes).toMatchObject({ battery: 4.12, adc1: 1.5 });
  for (const unreadable of ['----', '0x12', '    ']) {
    const attributes = positionWith('412', unreadable)?.attributes;
    expect(attributes).toMatchObject({ battery: 4.12, sat: 9 });
    expect(attributes).not.toHaveProperty('adc1');
  }
  const attributes = positionWith('---', '0012')?.attributes;
  expect(attributes).toMatchObject({ adc1: 12, sat: 9 });
  expect(attributes).not.toHaveProperty('battery');
});

test('[ING-02] a report without a readable battery is known by what earlier releases read', () => {
  const position = positionWith('---', '0012');
  expect(position?.formerAttributes).toEqual({ ...position?.attributes, battery: Number.NaN });
  expect(positionWith('412', '----')).not.toHaveProperty('formerAttributes');
});
