import type { LiveMessage } from '@atalaia/contract/live-message';

/**
 * A text of the socket as a message. Anything else is written to the console and left out (WS-01). The lists' entries
 * are taken at the server's word: 2,000 positions a second are not checked field by field.
 */
export function readLiveMessage(text: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && Object.values(message).every(Array.isArray)) {
      return message as LiveMessage;
    }
    console.warn('A live message is no object of lists');
  } catch (error) {
    console.warn('A live message is no JSON', error);
  }
  return undefined;
}
