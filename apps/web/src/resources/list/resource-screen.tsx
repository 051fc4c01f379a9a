import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { useResourceFormContext } from '../form/use-resource-form-context.ts';
import { RemoveDialog } from '../removal/remove-dialog.tsx';
import type { Resource } from '../resource.ts';
import { type SubView, useSubView } from '../sub-view.ts';
import { useMayWrite } from '../use-may-write.ts';
import { ResourceList } from './resource-list.tsx';
import classes from './resource-screen.module.css';
import { RowPane } from './row-pane.tsx';

interface ResourceScreenProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly resource: Resource<Row, Values>;
  /** Called with the `mapIdOf` of a row that is to be shown on the map. */
  readonly onShowOnMap?: ((id: number) => void) | undefined;
}

/**
 * A noun's list, and beside it, or in its place where the screen is narrow, the form, the links or another view of a row
 * (LIST-01). Unsaved text asks before it is lost.
 */
export function ResourceScreen<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  onShowOnMap,
}: ResourceScreenProps<Row, Values>) {
  const context = useResourceFormContext();
  const subView = useSubView();
  const mayWrite = useMayWrite(resource);
  const [selected, select] = useState<Row | null>(null);
  const [removing, setRemoving] = useState<Row | null>(null);
  /** The list takes the focus back when it is visible. */
  const restoresFocus = useRef(false);
  if (!context) return null;

  const shown = subView.shown && mayShow(resource, subView.shown, mayWrite) ? subView.shown : null;
  const isWide = shown && isWideOf(resource, shown.kind);
  const done = () => {
    subView.close();
    restoresFocus.current = true;
  };
  const open = (next: SubView) => {
    if (shown && shown.kind === next.kind && shown.rowId === next.rowId) return;
    leaveGuard.leave(() => subView.show(next));
  };

  return (
    <div className={classes.screen} data-fills data-open={shown !== null || undefined}>
      <div className={classes.list}>
        <ResourceList
          resource={resource}
          mayWrite={mayWrite}
          selected={selected}
          onSelect={select}
          onOpen={open}
          onRemove={setRemoving}
          onShowOnMap={onShowOnMap}
          restoresFocus={restoresFocus}
        />
      </div>
      {shown && (
        <aside key={`${shown.kind}${shown.rowId}`} className={classes.pane} data-wide={isWide || undefined}>
          <RowPane
            resource={resource}
            shown={shown}
            context={context}
            onSaved={(saved) => {
              select(saved);
              done();
            }}
            onDone={done}
          />
        </aside>
      )}
      {removing && (
        <RemoveDialog
          resource={resource}
          id={removing.id}
          name={resource.nameOf(removing, context)}
          parentId={resource.parentOf?.(removing) ?? 0}
          labels={context}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            if (shown?.rowId === removing.id) done();
            setRemoving(null);
            select(null);
            restoresFocus.current = true;
          }}
        />
      )}
    </div>
  );
}

const viewOf = <Row extends { readonly id: number }, Values extends FieldValues>(
  { views }: Resource<Row, Values>,
  kind: string,
) => views?.find(({ key }) => key === kind);

/** Links are tables of their own: they take more of the screen. */
function isWideOf<Row extends { readonly id: number }, Values extends FieldValues>(
  resource: Resource<Row, Values>,
  kind: string,
): boolean | undefined {
  if (kind === 'links') return true;
  return kind === 'form' ? resource.form?.wide : viewOf(resource, kind)?.wide;
}

/** What a reload finds in the history may be of a time when the person had other rights. */
function mayShow<Row extends { readonly id: number }, Values extends FieldValues>(
  resource: Resource<Row, Values>,
  { kind }: SubView,
  mayWrite: boolean,
): boolean {
  if (kind === 'form') return mayWrite && resource.form !== undefined;
  if (kind === 'links') return mayWrite && resource.links !== undefined;
  const view = viewOf(resource, kind);
  return view !== undefined && (mayWrite || !view.writes);
}
