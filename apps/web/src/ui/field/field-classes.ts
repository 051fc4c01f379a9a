import classes from './field.module.css';

/** Mantine's parts of a field, in our dress. */
export const fieldClasses = {
  label: classes.label ?? '',
  input: classes.input ?? '',
  innerInput: classes.innerInput ?? '',
  error: classes.error ?? '',
};
