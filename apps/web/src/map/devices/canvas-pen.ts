/**
 * The pen of a canvas that the processor draws, not the graphics card. Thousands of small pictures a frame are what a weak
 * or missing card is slowest at: at 2,000 markers on a full screen a software one needs 320 ms a frame, the processor
 * 120 ms, and on a real card the difference is not seen. All canvases that are copied onto each other must be of one kind.
 */
export function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('this browser draws no canvas');
  return pen;
}

/** What a library makes meanwhile that asks for the pens of its canvases itself, and takes no wish, is drawn so too. */
export function withPens<Made>(make: () => Made): Made {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
    return getContext.call(this, kind, { willReadFrequently: true });
  } as typeof getContext;
  try {
    return make();
  } finally {
    HTMLCanvasElement.prototype.getContext = getContext;
  }
}

/** Pictures are kept by name while they are in use: of more than these the one that is unused for longest goes. */
export const mostPictures = 1500;

/** Gives a picture by its name, made where it is not kept. A shift sees thousands of names and of sizes of clusters. */
export function createPictures<Picture>(): (name: string, make: () => Picture) => Picture {
  const kept = new Map<string, Picture>();
  return (name, make) => {
    const picture = kept.get(name) ?? make();
    // A Map keeps its order: what is used again goes to the end, the first is the longest unused.
    kept.delete(name);
    kept.set(name, picture);
    const oldest = kept.size > mostPictures ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}
