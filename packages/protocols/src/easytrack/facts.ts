import type { ProtocolFacts } from '../protocol-facts.ts';

export const easytrackFacts: ProtocolFacts = Object.freeze({
  models: ['BWS: E3, E3+, E3+ 4G', 'Easytrack: ET-01, ET300, ET600 and clones'],
  reads: [
    'Reports of every name (HB, DW, AM, CC and others) with status, mileage, altitude, card, temperature, hour meter',
    'Cells (JZ), OBD (OB), registration (RG), tests of the line (TX, MQ)',
    'Answers to commands',
  ],
  sources: [
    'BWS IoT, E3 family communication protocol 3.7.2',
    'Public decoders, and captures that owners of E3 trackers published',
  ],
});
