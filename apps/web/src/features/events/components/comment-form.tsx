import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { handleEvent } from '../api/handle-event.ts';
import { commentFormSchema, type CommentForm as Form, longestComment } from '../comment-form-schema.ts';
import classes from './comment-form.module.css';

interface CommentFormProps {
  readonly eventId: number;
  readonly onHandled: () => void;
}

/** How the event was handled (EVT-01). What was typed stays when it could not be saved (EVT-02). */
export function CommentForm({ eventId, onHandled }: CommentFormProps) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: zodResolver(commentFormSchema),
    defaultValues: { comment: '' },
  });
  const save = useMutation({
    mutationFn: ({ comment }: Form) => handleEvent(api, eventId, comment),
    onSuccess() {
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
      {save.isError && (
        <p role="alert" className={classes.failure}>
          {failureText(save.error, text)}
        </p>
      )}
      <Button type="submit" kind="primary" fullWidth busy={save.isPending}>
        {text('event.handle')}
      </Button>
    </form>
  );
}
