import type { ProtocolFacts } from '../protocol-facts.ts';

export const gt06Facts: ProtocolFacts = Object.freeze({
  models: [
    'Concox: GT02, GT06, GT06N, GT300, GT800, GV20, GV40, AT4, HVT001, OB22, Qbit, TR06, X1, X3',
    'Jimi: JM01, JM-LL01, JM-LL301, JM-VG01U to JM-VG04Q, JM-VL01 to JM-VL04, JM-VL103M, JC100, JC200, JC400',
    'Clones: GK310, JV200, WeTrack2, AZ735, NT20, VL100, QH302R, VXT01, S5, the LW line and many without a name',
  ],
  reads: [
    'Short (7878) and long (7979) packets, with extended types of the long form',
    'Login, with the time zone that the tracker states',
    'Location by GPS (0x10, 0x11, 0x12, 0x22, 0x31, 0xA0 and their kin), with or without cell, mileage and course bits',
    'Location by cells and Wi-Fi (LBS, 2G to 4G, 0x17, 0x18, 0x24, 0x28, 0x2C, 0x69, 0xA1)',
    'Alarms with and without a place, also of cameras and of X3 and GT06N extensions; codes of twelve bits of the VL842',
    'Alarms in their documented place whatever else the packet holds: with fields behind them that no document has, a battery or signal of another scale, no cell, or a clock that was reset (then one of the time of receipt, at an outdated place)',
    'A packet whose ending no document has: its place alone when clock and fix are beyond doubt, the rest as hexadecimal (data); never an alarm, an ignition or a block',
    'Status and heartbeats, OBD, serial data, asset locks, information packets (0x94), modular packets (0x70), lists of states and of devices heard by radio (0xF1, 0xF2). The last two bytes of 0x13, an alarm with some models and a voltage with others, are an SOS, a power cut or a vibration beside a language (1 or 2); any other alarm once the tracker has sent a language alone; none once it has sent a voltage',
    'Answers to commands (0x15, 0x21), and to time requests (0x8A)',
  ],
  sources: [
    'Concox, GPS Tracker Communication Protocol: GT06 1.02, GT06N, X3, JM-VL',
    'Concox, command lists of GT06N and X3',
    'Public decoders, for types and clones that no document describes',
  ],
});
