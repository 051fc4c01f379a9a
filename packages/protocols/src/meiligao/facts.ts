import type { ProtocolFacts } from '../protocol-facts.ts';

export const meiligaoFacts: ProtocolFacts = Object.freeze({
  models: [
    'Meiligao and Meitrack of the older line: GT30, GT30i, GT30X, GT60, VT300, VT310, VT400',
    'Trackers that speak like them: TK310, VT900, RedView, ATrack AX and others sold without a name',
  ],
  reads: [
    'Sign-in, signs of life (0x0001 and the lone zero byte), requests for the server',
    'Reports (0x9955), reports of the memory (0x9016), reports sent again (0x6688), reports with a picture (0x9977)',
    'Alarms (0x9999), cards (0x9966), OBD (0x9901, 0x9902)',
    'Answers to commands; pictures as signs of life',
    'TCP, and UDP with one or several packets in a datagram',
  ],
  sources: [
    'Meiligao, GPRS Communication Protocol between GPS Tracker and Server: 1.45 and 2.1',
    'Meitrack, user guides of VT300 and VT310, for commands by SMS',
    'Public decoders, for cards, OBD, pictures and reports sent again',
  ],
});
