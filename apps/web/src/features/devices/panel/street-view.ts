import type { Position } from '@atalaia/contract/devices/position';

/** The address of pictures taken at a place, in the maps service that people know (PANEL-02). */
export function streetViewAddress({ latitude, longitude, course }: Position): string {
  const query = new URLSearchParams({
    api: '1',
    map_action: 'pano',
    viewpoint: `${latitude},${longitude}`,
    heading: String(Math.round(course)),
  });
  return `https://www.google.com/maps/@?${query}`;
}
