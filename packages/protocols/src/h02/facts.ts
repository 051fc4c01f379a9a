import type { ProtocolFacts } from '../protocol-facts.ts';

export const h02Facts: ProtocolFacts = Object.freeze({
  models: [
    'SinoTrack: ST-901, ST-901L, ST-902, ST-904, ST-905, ST-906, ST-915',
    'LK: LK106, LK109, LK208, LK209, LK210, LK330, LK660, LK710, LK720, LK930',
    'Huasunteck, Cantrack, Mi-Track, RF-V8, RF-V16, MT-1, ICar and many without a name that write HQ, TH or XY',
  ],
  reads: [
    'Places by text (V1, V2, V4, V5, V6, VI1, VP1, ALRM, BC), with cell, SIM, OBD and numbers of the maker behind the status',
    'Places in packed decimals (32, 42 and 45 bytes, ids of 10 and 15 digits)',
    'Alarms, ignition, arming, door and block from the status word',
    'Cells (NBR, V3, VP1), link state with battery, signal and steps (LINK), heartbeats (HTBT, XT, V0)',
    'Answers to commands by V4, by their own type and as the text of an SMS',
    'Data passed through (X) is passed over; alone in a datagram it is a sign of life',
  ],
  sources: [
    'H02 protocol EN; SinoTrack, TQ GPRS transport protocol',
    'LKGPS protocol; Communication protocol 1.0.3; Cantrack protocol A/1',
    'Public decoders, for the binary form and reports that no document describes; a public table of the status bits',
  ],
});
