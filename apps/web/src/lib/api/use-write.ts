import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiWriter } from './api-client.ts';
import { useApi } from './api-context.ts';
import { createWriteAttempts, LeftUnanswered } from './write-attempts.ts';

type MutationParts<Data, Variables, Shown> = Pick<
  UseMutationOptions<Data, Error, Variables, Shown>,
  'onMutate' | 'onSuccess' | 'onError' | 'onSettled'
>;

interface WriteParts<Data, Variables, Shown> extends MutationParts<Data, Variables, Shown> {
  readonly write: (api: ApiWriter, variables: Variables) => Promise<Data>;
  /**
   * It belongs to a form: who closes or discards the form ends it, and what was not answered is not done twice by the
   * next try. Else it continues behind what is shown next.
   */
  readonly ofForm?: boolean;
  /**
   * What it does takes its form away for everybody, and the live channel may say so before the answer comes: that is
   * nobody's leaving, and the answer is waited for.
   */
  readonly takesFormAway?: boolean;
}

/** Every change that a component makes goes through here: it never waits for a network, and ends with its form. */
export function useWrite<Data, Variables = void, Shown = unknown>({
  write,
  ofForm = false,
  takesFormAway = false,
  onError,
  ...parts
}: WriteParts<Data, Variables, Shown>) {
  const api = useApi();
  const [attempts] = useState(() => createWriteAttempts(api, ofForm));
  const endsWithForm = ofForm && !takesFormAway;
  useEffect(() => (endsWithForm ? attempts.leave : undefined), [attempts, endsWithForm]);
  const mutation = useMutation<Data, Error, Variables, Shown>({
    ...parts,
    mutationFn: (variables) => attempts.run((writer) => write(writer, variables)),
    onError: (error, ...rest) => (error instanceof LeftUnanswered ? undefined : onError?.(error, ...rest)),
  });
  return { ...mutation, giveUp: attempts.giveUp };
}
