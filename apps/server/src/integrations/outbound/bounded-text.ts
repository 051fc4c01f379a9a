import { DeliveryFailed } from '../../delivery-failed.ts';

/** The body of an answer as UTF-8 text; one longer than the bound is given up, and its connection with it. */
export async function boundedText(answer: Response, mostBytes: number): Promise<string> {
  if (!answer.body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // leaving the loop by a throw cancels the body
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) {
      throw new DeliveryFailed(`the answer is longer than ${mostBytes} bytes`, {
        certainlyNotSent: false,
        isLasting: true,
        status: answer.status,
      });
    }
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
