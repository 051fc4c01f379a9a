import type { ProtocolFacts } from '../protocol-facts.ts';

export const mxtFacts: ProtocolFacts = Object.freeze({
  models: [
    'Maxtrack: MXT-100, MXT-140, MXT-142, MXT-150, MXT-151',
    'Maxtrack: MTC-500, MTC-550, MTC-600, MTC-700',
  ],
  reads: [
    'Positions 31 with all eight groups: reception, odometer, hours, reason, supply and battery, driver',
    'Acknowledgements 02 and refusals 03 of commands; any other packet is a sign of life',
    'Commands as the maker’s confidential document has them, given in hexadecimal by the device’s settings',
  ],
  sources: ['traccar: MxtProtocolDecoder, MxtFrameDecoder and issue 2847'],
});
