import { mdiFileUploadOutline, mdiUpload } from '@mdi/js';
import { useRef, useState } from 'react';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { ListToolProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import type { FileGeofence, FoundFault } from './files/geofence-file.ts';
import classes from './import-dialog.module.css';
import { type GeofenceImport, useGeofenceImport } from './use-geofence-import.ts';

interface ImportDialogProps {
  readonly importing: GeofenceImport;
  readonly onCancel: () => void;
}

/** A file is chosen, what it holds is shown, and only then saved: all of it or nothing. */
function ImportDialog({ importing, onCancel }: ImportDialogProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { file, take, save, isSaving, failure } = importing;
  const found = file?.geofences ?? [];
  return (
    <div className={classes.dialog}>
      <p className={classes.help}>{text('geofenceFile.help')}</p>
      <div>
        <Button icon={mdiFileUploadOutline} disabled={isSaving} onClick={() => input.current?.click()}>
          {text('geofenceFile.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
          aria-label={text('geofenceFile.choose')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void take(chosen);
            currentTarget.value = '';
          }}
        />
      </div>
      {file?.faults && <Faults name={file.name} faults={file.faults} />}
      {found.length > 0 && <Found name={file?.name ?? ''} geofences={found} />}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <footer className={classes.foot}>
        <Button onClick={onCancel} disabled={isSaving}>
          {text('action.cancel')}
        </Button>
        <Button kind="primary" busy={isSaving} disabled={found.length === 0} onClick={save}>
          {found.length > 0
            ? text('geofenceFile.save', { count: found.length })
            : text('geofenceFile.import')}
        </Button>
      </footer>
    </div>
  );
}

const mostShown = 8;

function Found({ name, geofences }: { readonly name: string; readonly geofences: readonly FileGeofence[] }) {
  const { text } = useTexts();
  const rest = geofences.length - mostShown;
  return (
    <section aria-live="polite">
      <h3 className={classes.title}>{text('geofenceFile.found', { count: geofences.length, file: name })}</h3>
      <ul className={classes.list}>
        {geofences.slice(0, mostShown).map(({ name: own, area }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names in a file may repeat, and the list never moves
          <li key={at} dir="auto">
            {own} <span className={classes.shape}>{shapeText(area, text)}</span>
          </li>
        ))}
        {rest > 0 && <li>{text('geofenceFile.more', { count: rest })}</li>}
      </ul>
    </section>
  );
}

function shapeText(area: string, text: Text): string {
  if (area.startsWith('CIRCLE')) return text('geofence.circle');
  return text(area.startsWith('POLYGON') ? 'geofence.polygon' : 'geofence.line');
}

function Faults({ name, faults }: { readonly name: string; readonly faults: readonly FoundFault[] }) {
  const { text } = useTexts();
  const rest = faults.length - mostShown;
  const faultLabel = ({ fault, detail = '' }: FoundFault) => text(faultKey(fault), { detail });
  return (
    <div role="alert" className={classes.failure}>
      <p className={classes.title}>{text('geofenceFile.refused', { file: name })}</p>
      <ul className={classes.list}>
        {faults.slice(0, mostShown).map((found, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: faults of one file stand still
          <li key={at}>
            {found.shape
              ? text('geofenceFault.atFeature', { ...found.shape, fault: faultLabel(found) })
              : faultLabel(found)}
          </li>
        ))}
        {rest > 0 && <li>{text('geofenceFile.more', { count: rest })}</li>}
      </ul>
    </div>
  );
}

/** Faults of an area by the domain are shown as those of a drawing. */
function faultKey(fault: FoundFault['fault']): TextKey {
  switch (fault) {
    case 'has-hole':
    case 'unknown-shape':
    case 'off-earth':
    case 'too-few-points':
    case 'repeated-points':
      return `areaFault.${fault}`;
    default:
      return `geofenceFault.${fault}`;
  }
}

/** Several geofences out of a file (GEO-01). */
export function ImportGeofences({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button icon={mdiUpload} onClick={() => setOpened(true)}>
        {text('geofenceFile.import')}
      </Button>
      {opened && (
        <ImportWindow
          onClose={() => setOpened(false)}
          onDone={() => {
            setOpened(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** It stays open while it saves: its result is shown. */
function ImportWindow({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { text } = useTexts();
  const importing = useGeofenceImport(onDone);
  const close = () => {
    if (!importing.isSaving) onClose();
  };
  return (
    <Dialog
      opened
      width={560}
      title={text('geofenceFile.importTitle')}
      closeLabel={text('action.close')}
      onClose={close}
    >
      <ImportDialog importing={importing} onCancel={close} />
    </Dialog>
  );
}
