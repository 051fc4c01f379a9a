import type { ProtocolFacts } from '../protocol-facts.ts';

export const totemFacts: ProtocolFacts = Object.freeze({
  models: [
    'Totem: AT05, AT06, AT07, AT08, AT09',
    'TZone and clones of the older envelope: AVL02, AVL05, AVL201',
    'TAG ECHO and others of the newer envelope',
  ],
  reads: [
    'Older envelope: reports around a GPRMC sentence, between bars, and packed, with their alarms',
    'Newer envelope: reports of AT07, AT09 and trackers without supply, with temperatures, cell and state',
    'Cards (E2) and OBD (E5), signs of life, answers to commands',
  ],
  sources: [
    'AVL02 user guide 1.5 and TZ-AVL201 user guide 1.0, format of the GPRS',
    'Totem, AT09 Protocol and Commands 2.43',
    'Public decoders and device descriptions, for AT05, AT06, AT07, OBD and the bits of the state',
  ],
});
