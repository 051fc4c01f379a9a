import { DeliveryFailed } from '../../delivery-failed.ts';

/**
 * What a failure of nodemailer means. An answer of the mail server decides: 4yz "later", 5yz "no" (RFC 5321, 4.2.1).
 * Without one, the message may have been taken only once its body was on the way (command DATA).
 */
export function mailFailure(error: unknown): DeliveryFailed {
  const { responseCode, command, code, message } = factsOf(error);
  if (responseCode !== undefined) {
    return new DeliveryFailed(`the mail server answered ${responseCode}: ${message}`, {
      certainlyNotSent: true,
      isLasting: responseCode >= 500,
      status: responseCode,
      cause: error,
    });
  }
  const wasOnTheWay = command === undefined ? code === undefined : command === 'DATA';
  return new DeliveryFailed(`the mail server failed: ${message}`, {
    certainlyNotSent: !wasOnTheWay,
    isLasting: code === 'EENVELOPE',
    cause: error,
  });
}

interface MailErrorFacts {
  readonly responseCode: number | undefined;
  readonly command: string | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

function factsOf(error: unknown): MailErrorFacts {
  if (!(error instanceof Error)) {
    return { responseCode: undefined, command: undefined, code: undefined, message: String(error) };
  }
  const { responseCode, command, code } = error as Error & Record<string, unknown>;
  return {
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : undefined,
    code: typeof code === 'string' ? code : undefined,
    message: error.message,
  };
}
