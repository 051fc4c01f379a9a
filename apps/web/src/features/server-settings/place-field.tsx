import type { ServerSettings } from '@atalaia/contract/server/server-settings';
import { mdiCrosshairs } from '@mdi/js';
import { useEffect, useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { useStore } from '../../lib/store/use-store.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import type { PreviewCore } from '../../map/preview/preview-core.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { NumberFormField } from '../../resources/form/number-form-field.tsx';
import { Button } from '../../ui/button/button.tsx';
import classes from './place-field.module.css';
import type { ServerValues } from './server-values.ts';
import { usePreviewCore } from './use-preview-core.ts';

/** A service that has shown nothing for so long is away, ms. */
const patienceMs = 4000;

interface PreviewNoteProps {
  readonly core: PreviewCore;
  /** The chosen base map has its address or key. */
  readonly hasSource: boolean;
}

/** Why the preview shows the shipped map instead of the chosen one. */
function PreviewNote({ core, hasSource }: PreviewNoteProps) {
  const { text } = useTexts();
  const background = useStore(core.state, (state) => `${state.baseMap} ${state.background}`);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(background.endsWith('land')), patienceMs);
    return () => clearTimeout(timer);
  }, [background]);
  return (
    <p className={classes.note} role="status">
      {!hasSource && text('server.previewNoSource')}
      {hasSource && isLate && text('server.previewAway')}
    </p>
  );
}

const parts = [
  ['latitude', 'setting.latitude'],
  ['longitude', 'setting.longitude'],
  ['zoom', 'setting.zoom'],
] as const satisfies readonly (readonly [keyof ServerValues['place'], TextKey])[];

/** Where maps start, typed or picked on a map that already looks as the form says (SRV-01). */
export function PlaceField({ label, row }: CustomFieldProps<ServerSettings>) {
  const { text } = useTexts();
  const { field } = useController<ServerValues, 'place'>({ name: 'place' });
  const { errors } = useFormState<ServerValues>({ name: 'place' });
  const [map, mapUrl, typedKey, attributes] = useWatch<
    ServerValues,
    ['map', 'mapUrl', 'bingKey', 'attributes']
  >({ name: ['map', 'mapUrl', 'bingKey', 'attributes'] });
  const look = { map, mapUrl, bingKey: typedKey || row?.bingKey || null, attributes };
  const { core, offer } = usePreviewCore(look, field.value, field.onChange);

  return (
    <section className={classes.place} aria-label={label}>
      <div className={classes.numbers}>
        {parts.map(([name, title], at) => {
          const fault = errors.place?.[name]?.message;
          return (
            <NumberFormField
              key={name}
              dense
              {...(at === 0 && { ref: field.ref })}
              label={text(title)}
              unit={undefined}
              text={field.value[name]}
              error={fault && text(fault as TextKey)}
              onBlur={field.onBlur}
              onType={(typed) => field.onChange({ ...field.value, [name]: typed })}
            />
          );
        })}
      </div>
      {core ? (
        <>
          <div className={classes.frame}>
            <PlainMapView core={core} label={label}>
              <p className={classes.help}>{text('server.previewHelp')}</p>
            </PlainMapView>
          </div>
          <div className={classes.foot}>
            <Button
              icon={mdiCrosshairs}
              onClick={() => {
                const { latitude, longitude, zoom } = core.view();
                field.onChange({
                  latitude: degrees(latitude),
                  longitude: degrees(longitude),
                  zoom: String(zoom),
                });
              }}
            >
              {text('server.useView')}
            </Button>
            <PreviewNote core={core} hasSource={map === '' || offer.names.includes(map)} />
          </div>
        </>
      ) : (
        <p className={classes.lost}>{text('server.previewLost')}</p>
      )}
    </section>
  );
}

/** A metre is enough for where a map starts. */
const degrees = (value: number) => String(Number(value.toFixed(5)));
