import type { CallOutPlace } from '@atalaia/contract/sinisters/call-out';
import { callOutTrackerPrefix } from '@atalaia/contract/sinisters/call-out';
import { mdiCrosshairsGps } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import { useApi } from '../../lib/api/api-context.ts';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { isEnded } from './use-called-out.ts';
import classes from './visitor.module.css';

/** The phone's place goes to the centre no more often, ms. */
const everyMs = 10_000;
/** How often an app of the stores reports, s. */
const appSeconds = 15;

/**
 * While he is on his way the phone of who was called out is a tracker: this page while it is open, or an app of the
 * stores that is set by a QR code (APP-03). It ends with the call-out, whatever is turned on here.
 */
export function PhoneTracker({ token }: { readonly token: string }) {
  const { text } = useTexts();
  const [isOn, setOn] = useState(false);
  const sent = usePhonePlace(token, isOn, () => setOn(false));
  const hasPlaces = 'geolocation' in navigator && window.isSecureContext;
  const address = `${window.location.origin}/osmand?id=${callOutTrackerPrefix}${encodeURIComponent(token)}&interval=${appSeconds}`;
  return (
    <section className={classes.kept} aria-label={text('visitor.tracker')}>
      <p>{text('visitor.trackerHint')}</p>
      {hasPlaces && (
        <Button
          size="large"
          fullWidth
          icon={mdiCrosshairsGps}
          aria-pressed={isOn}
          kind={isOn ? 'default' : 'primary'}
          onClick={() => setOn(!isOn)}
        >
          {text(isOn ? 'visitor.trackerStop' : 'visitor.trackerStart')}
        </Button>
      )}
      <p role="status" className={classes.muted}>
        {isOn && sent.refusal && text('visitor.trackerRefused')}
        {isOn && !sent.refusal && sent.at === null && text('visitor.trackerWaiting')}
        {isOn && sent.at !== null && (
          <>
            {text('visitor.trackerSent')} <TimeAgo instant={sent.at} />
          </>
        )}
      </p>
      <details>
        <summary>{text('visitor.trackerApp')}</summary>
        <p className={classes.muted}>{text('visitor.trackerAppHint')}</p>
        <div
          className={classes.code}
          role="img"
          aria-label={text('visitor.trackerApp')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing of a code, made here
          dangerouslySetInnerHTML={{ __html: renderSVG(address, { border: 2 }) }}
        />
        <p className={classes.address}>{address}</p>
      </details>
    </section>
  );
}

interface SentPlace {
  /** When the centre was told last. */
  readonly at: string | null;
  /** The phone gives no place. */
  readonly refusal: boolean;
}

/** Sends where the phone is, the newest place alone, until it is turned off or the call-out is over. */
function usePhonePlace(token: string, isOn: boolean, onEnd: () => void): SentPlace {
  const api = useApi();
  const [sent, setSent] = useState<SentPlace>({ at: null, refusal: false });
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (!isOn) return;
    let newest: CallOutPlace | null = null;
    let isSending = false;
    const path = `call-outs/${encodeURIComponent(token)}/places`;
    const send = async () => {
      if (!newest || isSending) return;
      const json = newest;
      newest = null;
      isSending = true;
      try {
        await api.writer().send({ method: 'POST', path, anonymous: true, json });
        setSent({ at: json.at, refusal: false });
      } catch (error) {
        if (isEnded(error)) end.current();
        // the next place goes where this one did not
        else console.warn('The place was not sent', error);
      } finally {
        isSending = false;
      }
    };
    let isFirst = true;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude }, timestamp }) => {
        newest = { latitude, longitude, at: new Date(timestamp).toISOString() };
        if (isFirst) void send();
        isFirst = false;
      },
      (reason) => {
        console.warn('The phone gives no place', reason);
        setSent({ at: null, refusal: true });
      },
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    const timer = setInterval(() => void send(), everyMs);
    const awake = keepAwake();
    return () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
      awake.release();
    };
  }, [api, token, isOn]);
  return sent;
}

/** A phone whose screen goes off stops the page; where it cannot be kept on, its owner keeps it so. */
function keepAwake(): { release(): void } {
  const asked = navigator.wakeLock?.request('screen').catch((error: unknown) => {
    console.warn('The screen is not kept on', error);
    return undefined;
  });
  return { release: () => void asked?.then((lock) => lock?.release()) };
}
