import type { ProtocolFacts } from '../protocol-facts.ts';

export const teltonikaFacts: ProtocolFacts = Object.freeze({
  models: [
    'Teltonika FMB: FMB001, FMB010, FMB110, FMB120, FMB125, FMB130, FMB140, FMB150, FMB202, FMB204, FMB640, FMB920, FMB930, FMB965',
    'Teltonika FMC and FMM: FMC001, FMC125, FMC130, FMC150, FMC230, FMC640, FMC650, FMC880, FMC920, FMM001, FMM125, FMM130',
    'Teltonika, older and personal: FM1000 to FM6300, FMT100, FMU130, GH3000, GH5200, TMT250, TAT100, TFT100',
  ],
  reads: [
    'Sign-in by IMEI over TCP, and the channel of datagrams with its acknowledgements',
    'Records of codec 8, 8 extended and 16, and of codec 7 (GH3000)',
    'Answers and texts of codec 12, 13, 14 and 15',
    'Elements by their ids, with names and scales as data; those of variable width (beacons, VIN) and the halves of a tachograph card too',
  ],
  sources: [
    'Teltonika Telematics Wiki, Data Sending Protocols; Codec for communication over GPRS messages; SMS/GPRS commands',
    'Teltonika Telematics Wiki, Data Sending Parameters ID of FMB120, FMB640 and FMC130',
  ],
});
