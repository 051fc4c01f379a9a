import { expect, test } from 'vitest';
import { whatsAppAddress } from './phone-mask.ts';

test.each([
  ['(85) 99876-5432', '5585998765432'],
  ['085 3333-0000', '558533330000'],
  ['+55 85 99876-5432', '5585998765432'],
  ['+351 912 345 678', '351912345678'],
  ['5585998765432', '5585998765432'],
])('[PROC-04] WhatsApp writes to %s as %s', (phone, digits) => {
  expect(whatsAppAddress(phone)).toBe(`https://wa.me/${digits}`);
});
