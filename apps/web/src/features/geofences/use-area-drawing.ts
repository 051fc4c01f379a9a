/** The draft of an area and the map it is drawn on, held together: either one's change shows in the other. */
import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import type { DrawCore } from '../../map/draw/draw-core.ts';
import { createDrawCore } from '../../map/draw/draw-core.ts';
import type { SketchLook } from '../../map/draw/sketch-style.ts';
import { localChoices } from '../../map/map-choices.ts';
import { useBaseMapOffer, useNamedBaseMap } from '../../map/use-base-map-offer.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import { type AreaDraft, type AreaKind, draftAs, draftOf, type ReadDraft, readDraft } from './area-draft.ts';

/** Changes that are taken back at once: all that was typed without a break is one. */
type DraftChange = 'drawn' | 'typed';

interface DraftHistory {
  /** Called for every change before it is made. */
  keep(before: AreaDraft, change: DraftChange): void;
  readonly canUndo: boolean;
  /** The draft before the last change. */
  takeBack(): AreaDraft | undefined;
}

const longest = 100;

function useDraftHistory(): DraftHistory {
  const [past, setPast] = useState<readonly AreaDraft[]>([]);
  const last = useRef<DraftChange | undefined>(undefined);
  return {
    keep(before, change) {
      const isSameTyping = change === 'typed' && last.current === 'typed';
      last.current = change;
      if (!isSameTyping) setPast((drafts) => [...drafts.slice(-longest), before]);
    },
    canUndo: past.length > 0,
    takeBack() {
      last.current = undefined;
      setPast((drafts) => drafts.slice(0, -1));
      return past.at(-1);
    },
  };
}

const geofencesSchema = z.array(geofenceSchema);

interface AreaDrawingParts {
  readonly draft: AreaDraft;
  readonly onDraft: (draft: AreaDraft) => void;
  readonly readOnly: boolean;
  /** The one that is changed. */
  readonly geofenceId: number | undefined;
  readonly look: SketchLook;
}

export interface AreaDrawing {
  /** Null where the browser draws no map: what is typed is all there is. */
  readonly core: DrawCore | null;
  readonly draft: AreaDraft;
  readonly read: ReadDraft;
  readonly canUndo: boolean;
  type(part: Partial<Pick<AreaDraft, 'places' | 'radius'>>): void;
  choose(kind: AreaKind): void;
  undo(): void;
  clear(): void;
}

export function useAreaDrawing({
  draft,
  onDraft,
  readOnly,
  geofenceId,
  look: { colour, halfWidthMetres },
}: AreaDrawingParts): AreaDrawing {
  const history = useDraftHistory();
  const core = useDrawCore((area) => change(draftOf(area), 'drawn'));
  const read = useMemo(() => readDraft(draft), [draft]);
  const others = useOthers(geofenceId);
  const penKind = read.empty && !readOnly ? draft.kind : null;

  function change(next: AreaDraft, how: DraftChange): void {
    history.keep(draft, how);
    onDraft(next);
  }

  useEffect(() => core?.setLook({ colour, halfWidthMetres }), [core, colour, halfWidthMetres]);
  useEffect(() => core?.setArea(read.area ?? null), [core, read]);
  useEffect(() => core?.setChangeable(!readOnly), [core, readOnly]);
  useEffect(() => core?.draw(penKind), [core, penKind]);
  useEffect(() => core?.setOthers(others), [core, others]);
  const hasOthers = others.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it opens, and when there is something to show then
  useEffect(() => core?.fit(read.area ?? null), [core, hasOthers]);

  return {
    core,
    draft,
    read,
    canUndo: history.canUndo,
    type(part) {
      const next = { ...draft, ...part };
      change(next, 'typed');
      // what is typed may lie anywhere: it is shown as soon as it is an area
      const { area } = readDraft(next);
      if (area) core?.fit(area);
    },
    choose(kind) {
      if (kind !== draft.kind) change(draftAs(kind, draft), 'drawn');
    },
    undo() {
      if (core?.undo()) return;
      const before = history.takeBack();
      if (before) onDraft(before);
    },
    clear: () => change({ ...draft, places: '', radius: '' }, 'drawn'),
  };
}

const noGeofences: readonly z.infer<typeof geofenceSchema>[] = [];

/** All that the person sees but the one that is changed; the live map requested them already. */
function useOthers(geofenceId: number | undefined) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['geofences'],
    queryFn: ({ signal }) => api.json({ path: 'geofences', signal }, geofencesSchema),
  });
  return useMemo(() => data?.filter(({ id }) => id !== geofenceId) ?? noGeofences, [data, geofenceId]);
}

/** The map that an area is drawn on, with the base map that the person chose; null where the browser draws none. */
function useDrawCore(onArea: (area: GeofenceArea) => void): DrawCore | null {
  const { shown: theme } = useTheme();
  const { map: settingsMap, mapStart } = useSettings();
  const baseMaps = useBaseMapOffer();
  const namedMap = useNamedBaseMap();
  const session = useSession();
  const onAreaRef = useRef(onArea);
  onAreaRef.current = onArea;

  const [core] = useState(() => {
    const userId = session.phase === 'signed-in' ? session.person.id : undefined;
    const chosen = userId && localChoices({ userId, settingsMap }).read().baseMap;
    try {
      return createDrawCore({
        theme,
        baseMaps,
        baseMap: chosen || namedMap,
        start: mapStart,
        onArea: (area) => onAreaRef.current(area),
      });
    } catch (reason) {
      console.error('The map of the area cannot be drawn', reason);
      return null;
    }
  });
  useEffect(() => () => core?.destroy(), [core]);
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  return core;
}
