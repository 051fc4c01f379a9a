/** Calls back once what was drawn in this animation frame is on the screen: a task comes after the frame's paint. */
export function createAfterPaint(callback: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = callback;
  return () => port2.postMessage(null);
}
