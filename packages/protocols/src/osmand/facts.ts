import type { ProtocolFacts } from '../protocol-facts.ts';

export const osmandFacts: ProtocolFacts = Object.freeze({
  models: ['Phones: OsmAnd (online tracking), Traccar Client, GPSLogger and whatever else reports by URL'],
  reads: [
    'Query of a GET or POST, a form as its body, and JSON of the current phone clients with one place or several',
    'On its own port, and at `/osmand` of the web port',
    'Cells, Wi-Fi points, driver, and any other parameter as an attribute',
  ],
  sources: [
    'OsmAnd, plugin Trip recording: online tracking',
    'Public manual of the phone clients, and documentation of the background-geolocation library they are built on',
  ],
});
