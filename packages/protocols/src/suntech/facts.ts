import type { ProtocolFacts } from '../protocol-facts.ts';

export const suntechFacts: ProtocolFacts = Object.freeze({
  models: [
    'Suntech, older series: SA200, ST200, ST215, ST240, ST300, ST310U, ST340, ST350, ST380, ST500, ST600, ST3300',
    'Suntech ST400 series: ST400, ST410, ST419, ST420, ST440, ST449, ST480',
    'Suntech ST900 series: ST910, ST940',
    'Suntech, universal series: ST4300, ST4305, ST4315, ST4340, ST4410, ST4500, ST8300, ST8310, ST4955',
  ],
  reads: [
    'Older series: STT, EMG, EVT, ALT, UEX, HTE and ALV reports, with one cell field, five, or none',
    'ST400 series: the same kinds with the layout of asset trackers; ST900 series: Location, Emergency, Alert, Alive',
    'Universal series: STT, ALT, EMG, EVT, BLE and UEX by their report map and assigned fields; CRR, SNB, TRV and ALV as signs of life',
    'Packed reports: zip of the older series and binary of the universal one',
    'Answers to commands: `CMD;Res` and `RES`',
  ],
  sources: [
    'Suntech, ST300/ST340 Operation Manual 1.41, ST310U, ST3310 and ST600 manuals',
    'Suntech, Universal Reporting Guide 1.62 and 1.101, Universal Commands 1.60',
  ],
});
