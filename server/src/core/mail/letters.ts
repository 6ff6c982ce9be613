import type { Language } from '@clipline/contract/languages.ts';
import type { Mail } from './message.ts';

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface LetterText {
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: string;
  readonly after?: readonly string[];
}

export type LetterTexts<Kind extends string> = Readonly<Record<Kind, LetterText>>;

interface Content {
  readonly recipient: string;
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
  readonly language: Language;
}

const NAME = 'Clipline';

/** Two sheets, one over the other. Drawn by styles: readers show no picture before they are asked. */
const SHEET =
  'display: inline-block; box-sizing: border-box; width: 14px; height: 14px; border-radius: 4px';
const HEAD = [
  '<p style="font-size: 18px; font-weight: 600; margin: 0 0 24px">',
  `<span style="${SHEET}; border: 2px solid #17181a"></span>`,
  `<span style="${SHEET}; background: #0b6e5b; margin: 0 8px -6px -12px"></span>`,
  `${NAME}</p>`,
].join('');
const BUTTON =
  'display: inline-block; padding: 12px 20px; border-radius: 8px; background: #17181a; color: #ffffff; font-weight: 600; text-decoration: none';

function compose({ recipient, subject, before, link, after, language }: Content): Mail {
  const paragraph = (text: string) => `<p>${escape(text)}</p>`;
  const button = link
    ? `<p style="margin: 24px 0"><a href="${escape(link.url)}" style="${BUTTON}">${escape(link.label)}</a></p>`
    : '';
  const lines = [...before, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after, NAME];
  return {
    recipient,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
      '<body style="font-family: system-ui, sans-serif; line-height: 1.5; max-width: 36em">',
      HEAD,
      ...before.map(paragraph),
      button,
      ...after.map(paragraph),
      '</body></html>',
      '',
    ].join('\n'),
  };
}

/**
 * Nothing that others type is among its values but a name of which only letters are left
 * (`mailName`): strangers would be sent their text in our name.
 */
export type Letter = (
  recipient: string,
  url: string,
  language: Language,
  values?: Readonly<Record<string, string>>,
) => Mail;

const letterOf =
  (texts: (language: Language) => LetterText): Letter =>
  (recipient, url, language, values = {}) => {
    const { subject, before, link, after = [] } = texts(language);
    const filled = (text: string) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    return compose({
      recipient,
      subject: filled(subject),
      before: before.map(filled),
      ...(link !== undefined && { link: { label: link, url } }),
      after,
      language,
    });
  };

export const lettersOf = <Kind extends string>(
  texts: Readonly<Record<Language, LetterTexts<Kind>>>,
): Readonly<Record<Kind, Letter>> =>
  Object.fromEntries(
    Object.keys(texts.en).map((kind) => [
      kind,
      letterOf((language) => texts[language][kind as Kind]),
    ]),
  ) as Record<Kind, Letter>;
