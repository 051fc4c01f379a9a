import type { ProtocolFacts } from '../protocol-facts.ts';

export const calampFacts: ProtocolFacts = Object.freeze({
  models: [
    'CalAmp: LMU-700, LMU-800, LMU-1100, LMU-2630, LMU-3030, LMU-3640, LMU-4200 and other units of LM Direct',
    'CalAmp: TTU-700, TTU-2830, ATU-620',
  ],
  reads: [
    'Options: mobile id and its kind, authentication, routing, forwarding, redirection, ESN and VIN',
    'Event, locate and mini event reports with accumulators of both forms',
    'User and application data, long, short and with accumulators',
    'ID reports, null messages, acknowledgements, answers about parameters',
  ],
  sources: [
    'CalAmp: LM Direct reference guide 8.4.e.3 and PULS wiki; LMU users guide 1.0.6',
    'traccar: CalAmpProtocolDecoder; murilobsd/calamp-rs; Thiyaram/calamp',
  ],
});
