import { expect, test } from 'vitest';
import { say } from './say.ts';

test('a text is said with its values, in the language asked for', () => {
  expect(say('pt-BR', 'notice.geofenceEnter', { detail: 'Casa' })).toBe('Entrou na cerca Casa');
  expect(say('en', 'notice.geofenceEnter', { detail: 'Home' })).toBe('Entered the geofence Home');
});

test('a value is put in as it is, even where it looks like a placeholder', () => {
  expect(say('en', 'notice.alarm', { detail: '{{detail}} $& <b>' })).toBe('Alarm: {{detail}} $& <b>');
});

test('a placeholder without a value stays', () => {
  expect(say('en', 'notice.alarm')).toBe('Alarm: {{detail}}');
});
