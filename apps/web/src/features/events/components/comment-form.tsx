import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Question } from '../../../ui/window/question.tsx';
import classes from './comment-form.module.css';

interface CommentFormProps {
  readonly eventId: number;
  readonly onHandled: () => void;
}

/** How the event was handled (EVT-01). What was typed stays when it could not be saved (EVT-02). */
export function CommentForm({ eventId, onHandled }: CommentFormProps) {
  const { text, textOr } = useTexts();
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: zodResolver(commentFormSchema),
    defaultValues: { comment: '' },
  });
  const leave = useLeaveQuestion(formState.isDirty);
  const save = useWrite({
    ofForm: true,
    write: (api, { comment }: Form) => handleEvent(api, eventId, comment),
    onSuccess() {
      leave.release();
      toasts.show('success', text('event.handled'));
      onHandled();
    },
    onError: (error) => console.error('The event could not be handled', error),
  });
  const { message } = formState.errors.comment ?? {};

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit((form) => save.mutate(form))}>
      <TextArea
        label={text('event.commentRequired')}
        error={message && textOr(message, message)}
        required
        maxLength={longestComment}
        withAsterisk={false}
        {...register('comment')}
      />
      {save.isError && <FormRefusal {...refusalMessage(save.error, text)} />}
      <Button type="submit" kind="primary" fullWidth busy={save.isPending}>
        {text('event.handle')}
      </Button>
      {leave.question && <Question {...leave.question} />}
    </form>
  );
}

/** Says how an event was handled; who and when come from the session (EVT-03). */
function handleEvent(api: ApiWriter, eventId: number, comment: string): Promise<void> {
  return api.send({
    method: 'POST',
    path: `events/${eventId}/comment`,
    json: { eventId, comment, attributes: {} },
  });
}

const message = (key: PhraseKey): PhraseKey => key;

/** Characters; the field takes no more. */
const longestComment = 10_000;

/** How an event was handled; a message is the key of its text (EVT-01). */
export const commentFormSchema = z.strictObject({
  comment: z.string().trim().min(1, message('event.commentMissing')).max(longestComment),
});

type Form = z.infer<typeof commentFormSchema>;
