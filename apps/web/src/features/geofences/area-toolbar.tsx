import { mdiEraser, mdiUndo, mdiVectorCircle, mdiVectorPolygon, mdiVectorPolyline } from '@mdi/js';
import { createStore } from '../../lib/store/store.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { Typeahead } from '../../ui/field/typeahead.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { AreaKind } from './area-draft.ts';
import classes from './area-toolbar.module.css';
import type { AreaDrawing } from './use-area-drawing.ts';
import { usePlaceSearch } from './use-place-search.ts';

const kinds: readonly { readonly kind: AreaKind; readonly icon: string }[] = [
  { kind: 'circle', icon: mdiVectorCircle },
  { kind: 'polygon', icon: mdiVectorPolygon },
  { kind: 'line', icon: mdiVectorPolyline },
];

const idle = createStore(undefined);

/** Which shape, back a step, away with all, and where to look. */
export function AreaToolbar({ drawing }: { readonly drawing: AreaDrawing }) {
  const { text } = useTexts();
  const { core, draft, read, canUndo, choose, undo, clear } = drawing;
  const search = usePlaceSearch((place, zoom) => core?.centreOn(place, zoom));
  const isUnderWay = useStore(core?.progress ?? idle, (progress) => progress !== undefined);
  return (
    <div className={classes.bar}>
      <ChoiceRow
        label={text('geofence.shape')}
        chosen={draft.kind}
        onChoose={choose}
        choices={kinds.map(({ kind, icon }) => ({
          value: kind,
          name: text(`geofence.${kind}`),
          content: (
            <span className={classes.shape}>
              <Icon path={icon} size={18} />
              {text(`geofence.${kind}`)}
            </span>
          ),
        }))}
      />
      <IconButton
        outlined
        name={text('action.undo')}
        icon={mdiUndo}
        disabled={!canUndo && !isUnderWay}
        onClick={undo}
      />
      <IconButton
        outlined
        name={text('geofence.clearArea')}
        icon={mdiEraser}
        disabled={Boolean(read.empty)}
        onClick={clear}
      />
      {core && (
        <div className={classes.search}>
          <Typeahead
            label={text('geofence.findPlace')}
            placeholder={text('geofence.findPlaceHint')}
            text={search.text}
            onType={search.type}
            options={search.options}
            note={search.note}
            onPick={(value) => void search.pick(value)}
          />
        </div>
      )}
    </div>
  );
}
