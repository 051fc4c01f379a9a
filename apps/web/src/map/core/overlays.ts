/** What is on the map besides the devices: geofences, places, trails, accuracy, a report, the measured line. */
import type OlMap from 'ol/Map.js';
import type { LiveFeed } from '../../live/live-feed.ts';
import { type Areas, createAreas, type PoiState } from '../areas/areas.ts';
import { createCanvasOverlay } from '../canvas-overlay/canvas-overlay.ts';
import { type AccuracyCircle, createAccuracyCircle, createSpreadLegs } from '../devices/device-layer.ts';
import { createMeasureTool, type MeasureTool } from '../measure/measure-tool.ts';
import { createReportLayer, type ReportLayer } from '../report/report-layer.ts';
import { createReachCircle, type ReachCircle } from '../sinister/reach-circle.ts';
import { createSinisterTrail, type ShownSinister, type SinisterTrail } from '../sinister/sinister-trail.ts';
import { createTraces, type Traces } from '../trace/traces.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import { layerOrder } from './layer-order.ts';
import type { MapColours } from './map-colours.ts';

export interface OverlayParts {
  readonly map: OlMap;
  readonly feed: LiveFeed;
  readonly colours: MapColours;
  readonly onPoi: (state: PoiState) => void;
  /** The vehicle of the sinister that is shown moved. */
  readonly onShownSinister: (shown: ShownSinister | null) => void;
}

export interface Overlays {
  readonly areas: Areas;
  readonly traces: Traces;
  readonly sinister: SinisterTrail;
  readonly reach: ReachCircle;
  readonly accuracy: AccuracyCircle;
  readonly measure: MeasureTool;
  readonly report: ReportLayer;
  /** A new picture of the devices: trails and accuracy follow it. */
  show(frame: MapFrame): void;
  setColours(colours: MapColours): void;
  /** What is under the devices changed. */
  redraw(): void;
  /** The report changed. */
  redrawReport(): void;
  /** The place of its active row changed. */
  redrawRing(): void;
  end(): void;
}

export function createOverlays({ map, feed, colours, onPoi, onShownSinister }: OverlayParts): Overlays {
  const areas = createAreas({ map, palette: colours.geofences, onPoi });
  const traces = createTraces(traceColours(colours));
  const sinister = createSinisterTrail(sinisterColours(colours));
  const reach = createReachCircle(colours.lines.brand);
  const accuracy = createAccuracyCircle(colours.lines.brand);
  const legs = createSpreadLegs(colours.lines);
  const under = createCanvasOverlay([reach, accuracy, sinister, traces, legs], layerOrder.underDevices);
  const report = createReportLayer(reportLook(colours));
  const atop = createCanvasOverlay([report], layerOrder.report);
  const ring = createCanvasOverlay([report.ring], layerOrder.ring);
  const measure = createMeasureTool({
    map,
    colours: measureColours(colours),
    onChange: () => over.redraw(),
  });
  const over = createCanvasOverlay([measure], layerOrder.measure);
  map.addLayer(under.layer);
  map.addLayer(atop.layer);
  map.addLayer(ring.layer);
  map.addLayer(over.layer);

  const stops = [
    feed.onPositions((positions) => {
      const hasMoved = sinister.takePositions(positions);
      if (hasMoved) onShownSinister(sinister.shown());
      if (traces.takePositions(positions) || hasMoved) under.redraw();
    }),
    feed.onDevices(traces.takeDevices),
  ];

  return {
    areas,
    traces,
    sinister,
    reach,
    accuracy,
    measure,
    report,
    show(frame) {
      const wasEmpty = accuracy.isEmpty() && traces.isEmpty() && legs.isEmpty();
      traces.show(frame);
      accuracy.show(frame.selected);
      legs.show(frame);
      if (!wasEmpty || !accuracy.isEmpty() || !legs.isEmpty()) under.redraw();
    },
    setColours(next) {
      areas.setPalette(next.geofences);
      traces.setColours(traceColours(next));
      sinister.setColours(sinisterColours(next));
      reach.setColour(next.lines.brand);
      accuracy.setColour(next.lines.brand);
      legs.setColours(next.lines);
      measure.setColours(measureColours(next));
      report.setLook(reportLook(next));
      under.redraw();
      atop.redraw();
      ring.redraw();
      over.redraw();
    },
    redraw: under.redraw,
    redrawReport() {
      atop.redraw();
      ring.redraw();
    },
    redrawRing: ring.redraw,
    end() {
      for (const stop of stops) stop();
      areas.end();
    },
  };
}

function traceColours({ devices, lines }: MapColours) {
  return { states: devices.states, casing: lines.casing };
}

function reportLook({ lines }: MapColours) {
  return { colour: lines.brand, casing: lines.casing };
}

function sinisterColours({ ages, lines }: MapColours) {
  return { ages, casing: lines.casing };
}

function measureColours({ lines }: MapColours) {
  return { line: lines.brand, casing: lines.casing };
}
