import { mdiMapMarkerCheckOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';

/** Where the vehicle of a case is now. */
export interface LastPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Null where nobody found it yet. */
  readonly address: string | null;
}

interface TakePlaceProps {
  readonly place: LastPlace;
  readonly onTake: (address: string) => void;
}

/** The vehicle's own address in one click; its coordinates where it has none. */
export function TakePlace({ place, onTake }: TakePlaceProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { latitude, longitude, address } = place;
  const take = useMutation({
    async mutationFn() {
      if (address) return address;
      const query = { latitude: latitude ?? 0, longitude: longitude ?? 0 };
      const bytes = await api.bytes({ path: 'server/geocode', query, accept: 'text/plain' });
      return new TextDecoder().decode(bytes).trim();
    },
    onSuccess: (found) => onTake(found || coordinates),
    // without a geocoder a place still is a place
    onError: () => onTake(coordinates),
  });
  if (latitude === null || longitude === null) return null;
  const coordinates = `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`;
  return (
    <Button icon={mdiMapMarkerCheckOutline} busy={take.isPending} onClick={() => take.mutate()}>
      {text('sinister.takePlace')}
    </Button>
  );
}
