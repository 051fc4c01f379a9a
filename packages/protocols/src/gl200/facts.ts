import type { ProtocolFacts } from '../protocol-facts.ts';

export const gl200Facts: ProtocolFacts = Object.freeze({
  models: [
    'Queclink GV (vehicles): GV50P, GV55, GV56, GV57, GV58, GV65, GV75, GV200, GV300, GV310, GV350, GV500, GV600, GV800',
    'Queclink GL (assets and persons): GL50, GL200, GL300, GL320M, GL500, GL530',
    'Queclink GMT100, GB100, GT501, CV100, CV200; of the first generation GL100 and GT300',
  ],
  reads: [
    'Text: +RESP and, from the memory, +BUFF, over TCP and UDP, answered with +SACK',
    'Places: FRI with up to fifteen, ERI with its mask (one-wire, vehicle bus, fuel, radio and Bluetooth sensors), RTL, PNL, DAT',
    'Events: SOS, SPD, TOW, GEO, PEO, GIN, GOT, GES, HBM, CRA, IGN, IGF, IGL, VGN, VGF, VGL, STT, NMR, IDN, IDF, DIS, DOS, AIS, MPN, MPF, EPN, EPF, EPS, BPL, BTC, STC, JDR, JDS, GPJ, ANT, RMD, TMP, FLA, SOA, IDA, DAR, BAA, BID and others by their place',
    'Diagnosis and vehicle bus: OBD, OSM, CAN with both masks',
    'State: INF, VER, BAT, CSQ, CID, PNA, PFA, GSM, LBS, WIF; heartbeat HBD; answers +ACK',
    'Binary (HEX): +RSP, +EVT, +INF, +HBD, +ACK, +CRD and from the memory +BSP, +BVT, +BNF, +BRD, with checksum',
  ],
  sources: [
    'Queclink, @Track Air Interface Protocol of GV300 0.7, GV200 3.20 and 5.01, GL300 1.02, GMT100 1.0, GT300 4.00',
    'github.com/traccar/traccar: Gl200TextProtocolDecoder, Gl200BinaryProtocolDecoder, Gl200FrameDecoder, issue 5964 (GV56)',
    'github.com/jaayesta/queclink-parser; notes on GV310LAU and GV350CEU in public repositories',
  ],
});
