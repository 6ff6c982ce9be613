import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@clipline/contract/languages.ts';
import { expect, test } from 'vitest';

const web = import.meta.dirname;
const other = languages.filter((language) => language !== 'en');
const filesOf = (language: string) => readdirSync(path.join(web, 'messages', language)).sort();
const textsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(path.join(web, 'messages', language, file), 'utf8')) as object;
/** Every text of a language by its key. */
const readTexts = (language: string): Record<string, unknown> =>
  Object.assign({}, ...filesOf(language).map((file) => textsOf(language, file))) as Record<
    string,
    unknown
  >;
const english = readTexts('en');

/** The placeholders of a text, those of all forms of one that has several. */
const placeholders = (message: unknown) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();
/** What a text with forms depends on: the forms themselves differ by language. */
const dependsOn = (message: unknown) =>
  Array.isArray(message)
    ? message.map(({ declarations, selectors }) => [
        declarations,
        // Nought has a form of its own where a language needs one.
        (selectors as string[]).filter((selector) => selector !== 'count'),
      ])
    : [];
const forms = (message: unknown): string[] =>
  Array.isArray(message)
    ? message.flatMap(({ match }) => Object.values(match as Record<string, string>))
    : [String(message)];

const sources = readdirSync(path.join(web, 'src'), { recursive: true, withFileTypes: true })
  .filter(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('paraglide'),
  )
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
const used = new Set(
  sources.flatMap((source) => [...source.matchAll(/\bm\.(\w+)\(/g)].map(([, key]) => key!)),
);

test('a text is named by its file', () => {
  for (const file of filesOf('en')) {
    const keys = Object.keys(textsOf('en', file));
    expect(keys.filter((key) => !key.startsWith(`${path.basename(file, '.json')}_`))).toEqual([]);
  }
});

test('every text is used, and every used text is there', () => {
  const known = Object.keys(english);
  expect(known.filter((key) => !used.has(key))).toEqual([]);
  expect([...used].filter((key) => !known.includes(key))).toEqual([]);
});

test.each(other)('%s lacks no text and has none of its own', (language) => {
  expect(Object.keys(readTexts(language)).sort()).toEqual(Object.keys(english).sort());
});

test.each(other)('%s puts in what the English text does', (language) => {
  for (const [key, message] of Object.entries(readTexts(language))) {
    expect([key, placeholders(message)]).toEqual([key, placeholders(english[key])]);
    expect([key, dependsOn(message)]).toEqual([key, dependsOn(english[key])]);
    expect(forms(message).filter((text) => text.trim() === '')).toEqual([]);
  }
});

test.each(languages)(
  '%s knows no plural form but its own, and always one for the rest',
  (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(readTexts(language))) {
      if (!Array.isArray(message) || !JSON.stringify(message).includes(': plural')) continue;
      const found = message
        .flatMap(({ match }) => Object.keys(match as object))
        .map((form) => form.replace(/^.*=/, ''));
      expect([
        key,
        found.filter((form) => form !== '*' && !categories.includes(form as Intl.LDMLPluralRule)),
      ]).toEqual([key, []]);
      expect([key, found.some((form) => form === 'other' || form === '*')]).toEqual([key, true]);
    }
  },
);

/** Said of at least one. */
const NEVER_NOUGHT = new Set([
  'account_import_skipped',
  'account_import_skipped_more',
  'clips_select_all',
  'devices_received',
  'links_opened',
  'ui_uploads_failed',
]);

test('French says "un" of one alone, though nought has the form of one', () => {
  for (const [key, message] of Object.entries(readTexts('fr'))) {
    if (!Array.isArray(message) || NEVER_NOUGHT.has(key)) continue;
    const texts = message.flatMap(({ match }) => Object.entries(match as Record<string, string>));
    const one = texts.find(([form]) => form.endsWith('plural=one'));
    const needs = one !== undefined && !one[1].includes('{count}');
    expect([key, texts.some(([form]) => form.startsWith('count=0,'))]).toEqual([key, needs]);
  }
});

test('what says that something is mailed is said where mail goes', () => {
  /** True without a mail server too, or hidden there by its style. */
  const anyway = [
    'auth_mail_off',
    'auth_no_mail',
    'landing_role_devices',
    'landing_step_register_mail',
    'links_seal_scanners',
    'owner_hand_over',
    'owner_mail',
    'owner_mail_outbox',
    'owner_setup_hint',
    'owner_test_mail',
    'owner_test_mail_failed',
    'rooms_member_add_no_mail',
  ];
  const about = Object.keys(english).filter((key) =>
    forms(english[key]).some((form) => /(?<!e-?)\bmail(s|ed)?\b/i.test(form)),
  );
  const isAsked = (key: string) =>
    sources.every((source) =>
      source
        .split(`m.${key}(`)
        .slice(0, -1)
        .every((before) => /sendsMail\(\)|mail === 'smtp'|'outbox'/.test(before.slice(-300))),
    );
  expect(about.filter((key) => !anyway.includes(key) && !isAsked(key))).toEqual([]);
  expect(anyway.filter((key) => !about.includes(key))).toEqual([]);
});
