import classes from './field.module.css';
import list from './option-list.module.css';

/** Messages of a field are below it. */
export const fieldOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'error',
  'description',
];

/** Mantine's parts of a field, in our dress. */
export const fieldClasses = {
  label: classes.label ?? '',
  input: classes.input ?? '',
  innerInput: classes.innerInput ?? '',
  error: classes.error ?? '',
  description: classes.description ?? '',
};

/** The same where many fields are together: as high as a button. */
export const denseFieldClasses = {
  ...fieldClasses,
  input: `${classes.input} ${classes.dense}`,
  innerInput: `${classes.innerInput} ${classes.denseInner}`,
};

/** A text of several lines. */
export const areaClasses = { ...fieldClasses, input: `${classes.input} ${classes.area}` };

/** The list that opens below a field. */
export const listClasses = {
  dropdown: list.dropdown ?? '',
  options: list.options ?? '',
  option: list.option ?? '',
};
