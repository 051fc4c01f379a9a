import type { ProtocolFacts } from '../protocol-facts.ts';

export const xexunFacts: ProtocolFacts = Object.freeze({
  models: [
    'Xexun: TK102, TK102-2, TK103, TK103-2, TK201, TK202, TK203, XT008, XT009, XT011, XT013',
    'Clones of TK102 that write GPRMC and imei',
  ],
  reads: [
    'Places by an NMEA sentence with IMEI, in the short form and in that with satellites, altitude, battery, charging and cell',
    'Events by word: help me, low battery, move, stockade, speed, ACC on and off',
    'Reports of the XT series in decimal degrees, and their sign of life',
  ],
  sources: [
    'Xexun, COMMUNICATIONPROTOCOL (GPRS format of STC products)',
    'Xexun TK102-2 and TK103 user manuals: GPRS transport protocol and SMS',
    'Public captures of TK103-2 and XT013, and public decoders',
  ],
});
