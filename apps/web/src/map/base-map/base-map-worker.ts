/** Draws the shipped map in tiles beside the main thread, which so only ever moves pictures. */

import { type BaseMapData, type BaseMapFiles, createBaseMapData } from './base-map-data.ts';
import type {
  BaseMapAnswer,
  BaseMapQuestion,
  BaseMapSetup,
  NamesQuestion,
  ToBaseMapWorker,
} from './base-map-messages.ts';
import { drawTile } from './draw-tile.ts';
import { layoutLabels, type PlacedLabel, setLabelFont } from './label-layout.ts';
import { frameOf, tileEdge } from './tile-frame.ts';

let data: Promise<BaseMapData> | null = null;
const layouts = new Map<number, readonly PlacedLabel[]>();

self.onmessage = async ({ data: message }: MessageEvent<ToBaseMapWorker>) => {
  if (message.kind === 'setup') data = load(message.setup);
  else if (message.kind === 'tile') await answer(message.question);
  else await answerNames(message.question);
};

async function load(setup: BaseMapSetup): Promise<BaseMapData> {
  const json = async <Body>(url: string): Promise<Body> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const [world, brazil, cities, streets] = await Promise.all([
    json<BaseMapFiles['world']>(setup.world),
    json<BaseMapFiles['brazil']>(setup.brazil),
    json<BaseMapFiles['cities']>(setup.cities),
    json<BaseMapFiles['streets']>(setup.streets),
    loadFont(setup.font),
  ]);
  return createBaseMapData({ world, brazil, cities, streets });
}

/** A worker has fonts of its own. Without ours the names are drawn in the system's. */
async function loadFont(url: string): Promise<void> {
  const { fonts } = self as unknown as { readonly fonts: FontFaceSet };
  const face = new FontFace('Inter Variable', `url(${url})`, { weight: '100 900' });
  fonts.add(face);
  await face.load().catch((error: unknown) => console.warn('The map names are drawn in another font', error));
}

async function answer(question: BaseMapQuestion): Promise<void> {
  const { request } = question;
  const image = await draw(question).catch((error: unknown) => {
    console.error('A tile of the shipped map could not be drawn', error);
    return null;
  });
  const reply: BaseMapAnswer = { request, image };
  self.postMessage(reply, { transfer: image ? [image] : [] });
}

async function draw(question: BaseMapQuestion): Promise<ImageBitmap> {
  const baseMapData = await data;
  if (!baseMapData) throw new Error('the worker was not set up');
  const edge = Math.round(tileEdge * question.pixelRatio);
  const canvas = new OffscreenCanvas(edge, edge);
  // Drawn once and mostly long lines: the processor does it at once, where a weak graphics card would hold up every frame.
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!pen) throw new Error('no canvas in this worker');
  pen.scale(edge / tileEdge, edge / tileEdge);
  drawTile(pen, frameOf(question), baseMapData, question.colours);
  return canvas.transferToImageBitmap();
}

/** The names are drawn over the vehicles, beside which they find a place, and not into the tiles below them. */
async function answerNames({ request, zoom }: NamesQuestion): Promise<void> {
  const names = await namesAt(zoom).catch((error: unknown) => {
    console.error('The names of the shipped map could not be laid out', error);
    return null;
  });
  self.postMessage({ request, names } satisfies BaseMapAnswer);
}

async function namesAt(zoom: number): Promise<readonly PlacedLabel[]> {
  const baseMapData = await data;
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!baseMapData || !pen) throw new Error('the worker was not set up');
  return labelsAt(zoom, baseMapData, pen);
}

function labelsAt(
  zoom: number,
  baseMapData: BaseMapData,
  pen: OffscreenCanvasRenderingContext2D,
): readonly PlacedLabel[] {
  const known = layouts.get(zoom);
  if (known) return known;
  const layout = layoutLabels(baseMapData, zoom, (text, kind) => {
    setLabelFont(pen, kind);
    return pen.measureText(text).width;
  });
  layouts.set(zoom, layout);
  return layout;
}
