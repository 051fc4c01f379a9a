import { mdiCameraOutline, mdiClose, mdiCrosshairsGps } from '@mdi/js';
import { useRef, useState } from 'react';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import classes from './visitor.module.css';

/** A photo as it is sent: drawn anew as a JPEG of at most so many pixels a side, without what the camera wrote into it. */
const longestSide = 1600;
const quality = 0.82;

/** A data URL. Rejects for what the browser cannot show as a picture. */
async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('the browser draws no picture');
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = canvas.toDataURL('image/jpeg', quality);
    if (!drawn.startsWith('data:image/jpeg')) throw new Error('the browser makes no JPEG');
    return drawn;
  } finally {
    picture.close();
  }
}

export interface GivenParts {
  readonly note?: string;
  /** A data URL. */
  readonly photo?: string;
  readonly place?: { readonly latitude: number; readonly longitude: number };
}

interface AnswerPartsProps {
  readonly parts: GivenParts;
  readonly onChange: (parts: GivenParts) => void;
}

/** As many as the contract takes. */
const longestNote = 2000;
/** How long a phone may look for satellites, ms, and how old a place may be that it knows already. */
const placeOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 30_000 };

/** What may go with an answer: words, a photo of the camera, and where the phone is, if its owner allows it. */
export function AnswerParts({ parts, onChange }: AnswerPartsProps) {
  const { text } = useTexts();
  const latest = useRef(parts);
  latest.current = parts;
  const change = (part: GivenParts) => onChange({ ...latest.current, ...part });
  return (
    <>
      <TextArea
        label={text('visitor.note')}
        minRows={2}
        maxLength={longestNote}
        value={parts.note ?? ''}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <PhotoPart
        photo={parts.photo}
        onPhoto={(photo) => {
          const { photo: _, ...rest } = latest.current;
          onChange(photo ? { ...rest, photo } : rest);
        }}
      />
      <PlacePart place={parts.place} onPlace={(place) => change({ place })} />
    </>
  );
}

interface PhotoPartProps {
  readonly photo: string | undefined;
  readonly onPhoto: (photo: string | undefined) => void;
}

function PhotoPart({ photo, onPhoto }: PhotoPartProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<TextKey>();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    setBusy(true);
    try {
      onPhoto(await shrinkPhoto(file));
    } catch (reason) {
      console.error('The photo cannot be read', reason);
      setFault('visitor.photoFailed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.part}>
      {photo && (
        <span className={classes.photo}>
          <img src={photo} alt={text('visitor.photo')} />
          <IconButton name={text('visitor.photoRemove')} icon={mdiClose} onClick={() => onPhoto(undefined)} />
        </span>
      )}
      <Button icon={mdiCameraOutline} fullWidth busy={isBusy} onClick={() => input.current?.click()}>
        {text(photo ? 'visitor.photoOther' : 'visitor.photoTake')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={text('visitor.photoTake')}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {fault && (
        <span role="alert" className={classes.fault}>
          {text(fault)}
        </span>
      )}
    </div>
  );
}

interface PlacePartProps {
  readonly place: GivenParts['place'];
  readonly onPlace: (place: NonNullable<GivenParts['place']>) => void;
}

function PlacePart({ place, onPlace }: PlacePartProps) {
  const { text } = useTexts();
  const [said, say] = useState<{ readonly key: TextKey; readonly metres?: number }>();
  const [isBusy, setBusy] = useState(false);
  const locate = () => {
    if (!('geolocation' in navigator)) return say({ key: 'visitor.placeUnavailable' });
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        onPlace({ latitude: coords.latitude, longitude: coords.longitude });
        say({ key: 'visitor.placeAdded', metres: Math.round(coords.accuracy) });
      },
      ({ code, PERMISSION_DENIED }) => {
        setBusy(false);
        say({ key: code === PERMISSION_DENIED ? 'visitor.placeDenied' : 'visitor.placeUnavailable' });
      },
      placeOptions,
    );
  };
  return (
    <div className={classes.part}>
      <Button icon={mdiCrosshairsGps} fullWidth busy={isBusy} onClick={locate}>
        {text(place ? 'visitor.placeAgain' : 'visitor.placeAdd')}
      </Button>
      {said && (
        <span role="status" className={classes.muted}>
          {text(said.key, { metres: said.metres ?? 0 })}
        </span>
      )}
    </div>
  );
}
