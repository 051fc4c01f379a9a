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
