/** What is over what on the map. */
export const layerOrder = Object.freeze({
  land: 0,
  baseMap: 1,
  geofences: 2,
  places: 3,
  underDevices: 4,
  devices: 5,
  names: 6,
  report: 7,
  ring: 8,
  measure: 9,
});
