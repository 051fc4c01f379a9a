import type { ProtocolFacts } from '../protocol-facts.ts';

export const jt808Facts: ProtocolFacts = Object.freeze({
  models: [
    'Any unit of JT/T 808 of 2011, 2013 and 2019',
    'Jimi: JC181, JC371, JC450, VL300, LL series',
    'Huabao: HB-A5 and kin, on-board units with $OBD-RT',
    'SeeWorld, Wanway: W15L, S-series',
    'G10LS and other trackers of the same maker',
    'Jointech: JT701, G-360P, G-508P locks',
    'AOVX: AL300, GL100; BSJ; Meitrack cameras',
  ],
  reads: [
    'Headers of 2011, 2013 and 2019, delimiters 7E and E7, messages in parts',
    'Registration 0100, authentication 0102, heartbeats 0002 and 0506, clocks 0004 and 0109',
    'Locations 0200, 0201, 0500, batches 0704 and 0210, locks 5501 and 5502',
    'Items of the standard and of the makers, cells, access points, sensors, on-board diagnostics',
    'Driver cards 0702, transparent data 0900, accelerations 2070, sentences in brackets',
    'Answers 0001, 0104, 0107, 0108, 0302, 0701, 1300, 6006',
  ],
  sources: [
    'JT/T 808-2011, JT/T 808-2013, JT/T 808-2019',
    'AIPorto GPS-Tracker-SDK: JT/T808 protocol for G10LS',
    'traccar: Jt808ProtocolDecoder, Jt808FrameDecoder, Jt808ProtocolEncoder',
  ],
});
