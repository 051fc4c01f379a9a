import type { ProtocolFacts } from '../protocol-facts.ts';

export const gps103Facts: ProtocolFacts = Object.freeze({
  models: [
    'Coban: GPS102, GPS103, GPS104, GPS105, GPS106, GPS107, TK103B, TK106, GPS301, TK303, TK304, TK305, GPS306, TK311, GPS401, GPS403',
    'Heacent, Rewire and many without a name that copy them',
  ],
  reads: [
    'Sign-in, bare heartbeats, heartbeats written before a report',
    'Place by GPS in protocol 12 and 18, with ignition, door, fuel, temperature and odometer where the unit sends them',
    'Reports without a fix, with area and cell',
    'Alarms by word: help me, low battery, move, speed, stockade, ac, door, sensor, acc, accident, bonnet, foot brake, harsh driving, temperature, oil, DTC',
    'Answers to commands by letter and by number, with the state of block and arming',
    'Readings of the vehicle’s computer (OBD)',
    'Reports in decimal degrees, closed by an asterisk',
    'Pieces of photos count as a sign of life; the picture is not kept',
  ],
  sources: [
    'Coban, GPRS protocol, 2014-12-12 (protocol 12 out, 18 out), and GPRS data protocol of TK102 to TK106B',
    'GPS103, TK303 and GPS403 user manuals, for SMS',
    'Public decoders, for the decimal report and for words that no document lists',
  ],
});
