import type { ProtocolFacts } from '../protocol-facts.ts';

export const tk103Facts: ProtocolFacts = Object.freeze({
  models: [
    'KX402, TK103, TK103B and TK102B of many makers, GT02A, TK05, TK10, TK15, TK20',
    'Vjoy Car: T0024, T0026, T1024, T1080, T12, T13, T18, T18H, T580W',
    'EC-546, TT0024 and others that name no maker',
  ],
  reads: [
    'Sign-in with and without IMEI and place (BP05), handshake (BP00)',
    'Places in the form without breaks and in that between commas, with power, ignition, inputs, odometer and temperature',
    'Alarms by number (BO01, BQ81, ALARM) and by type (ZC, DW), also without a place',
    'Cells (BZ00, braces) and Wi-Fi points (DW5x)',
    'Battery reports (ZC20), battery managers of electric vehicles (BS50, BS51), VIN (BV00)',
    'Answers to commands; the relay’s state in BV01',
  ],
  sources: [
    'KX402, GPRS Communication Protocol, 1.5',
    'TK103 GPS vehicle tracker user manual, for SMS',
    'Vjoy Car documents and public decoders, for types and digits that those do not describe',
  ],
});
