/** Draws the shipped map in tiles beside the main thread, which so only ever moves pictures. */
import { drawLabels, setLabelFont } from './draw-labels.ts';
import { drawTile } from './draw-tile.ts';
import { createGroundData, type GroundData, type GroundFiles } from './ground-data.ts';
import type { GroundAnswer, GroundQuestion, GroundSetup, ToGroundWorker } from './ground-messages.ts';
import { layoutLabels, type PlacedLabel } from './label-layout.ts';
import { frameOf, tileEdge } from './tile-frame.ts';

let data: Promise<GroundData> | null = null;
const layouts = new Map<number, readonly PlacedLabel[]>();

self.onmessage = async ({ data: message }: MessageEvent<ToGroundWorker>) => {
  if (message.kind === 'setup') data = load(message.setup);
  else await answer(message.question);
};

async function load(setup: GroundSetup): Promise<GroundData> {
  const json = async <Body>(url: string): Promise<Body> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const [world, brazil, cities, streets] = await Promise.all([
    json<GroundFiles['world']>(setup.world),
    json<GroundFiles['brazil']>(setup.brazil),
    json<GroundFiles['cities']>(setup.cities),
    json<GroundFiles['streets']>(setup.streets),
    loadFont(setup.font),
  ]);
  return createGroundData({ world, brazil, cities, streets });
}

/** A worker has fonts of its own. Without ours the names are drawn in the system's. */
async function loadFont(url: string): Promise<void> {
  const { fonts } = self as unknown as { readonly fonts: FontFaceSet };
  const face = new FontFace('Inter Variable', `url(${url})`, { weight: '100 900' });
  fonts.add(face);
  await face.load().catch((error: unknown) => console.warn('The map names are drawn in another font', error));
}

async function answer(question: GroundQuestion): Promise<void> {
  const { request } = question;
  const image = await draw(question).catch((error: unknown) => {
    console.error('A tile of the shipped map could not be drawn', error);
    return null;
  });
  const reply: GroundAnswer = { request, image };
  self.postMessage(reply, { transfer: image ? [image] : [] });
}

async function draw(question: GroundQuestion): Promise<ImageBitmap> {
  const ground = await data;
  if (!ground) throw new Error('the worker was not set up');
  const edge = Math.round(tileEdge * question.pixelRatio);
  const canvas = new OffscreenCanvas(edge, edge);
  // Drawn once and mostly long lines: the processor does it at once, where a weak graphics card would hold up every frame.
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!pen) throw new Error('no canvas in this worker');
  pen.scale(edge / tileEdge, edge / tileEdge);
  const frame = frameOf(question);
  drawTile(pen, frame, ground, question.colours);
  drawLabels(pen, frame, labelsAt(question.zoom, ground, pen), question.colours);
  return canvas.transferToImageBitmap();
}

function labelsAt(
  zoom: number,
  ground: GroundData,
  pen: OffscreenCanvasRenderingContext2D,
): readonly PlacedLabel[] {
  const known = layouts.get(zoom);
  if (known) return known;
  const layout = layoutLabels(ground, zoom, (text, kind) => {
    setLabelFont(pen, kind);
    return pen.measureText(text).width;
  });
  layouts.set(zoom, layout);
  return layout;
}
