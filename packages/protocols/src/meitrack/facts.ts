import type { ProtocolFacts } from '../protocol-facts.ts';

export const meitrackFacts: ProtocolFacts = Object.freeze({
  models: [
    'Meitrack MVT series: MVT100, MVT340, MVT380, MVT600, MVT800',
    'Meitrack T series: T1, T3, T311, T322X, T333, T355, T366, T366G, T366L, T399, T622, T633L, T711L',
    'Meitrack personal and asset trackers: MT90, P66, P88L, P99G, TC68, TC68S, K211G',
  ],
  reads: [
    'Text reports (AAA) with every ending of the models: card, fuel, temperatures, event data',
    'Batches of the cache: compressed (CCC) and of elements (CCE), with OBD, cells, Wi-Fi, tags, batteries',
    'Handshakes (AAC), answers to commands, pieces of pictures (as signs of life)',
    'TCP, and UDP with one or several messages in a datagram',
  ],
  sources: [
    'Meitrack GPRS Protocol: MVT100/MVT340/MVT380/MVT600/T1 1.21 and 1.6, T1/T333 1.4, T366 1.5, T622 1.2, T633L 1.0, P88L 1.3',
    'Public decoders, for the compressed report and elements that no document at hand describes',
  ],
});
