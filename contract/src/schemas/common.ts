import * as z from 'zod/mini';
import { MAX_TEXT_BYTES } from '../limits.ts';
import type { ErrorCode } from '../errors.ts';
import { wellFormed } from '../well-formed.ts';

/** Marks a schema rule whose failure is a named one instead of INVALID_REQUEST. */
export const failsAs = (code: ErrorCode): string => `code:${code}`;

const utf8 = new TextEncoder();
/** No text has fewer bytes in UTF-8 than units here, so that only short ones are looked through. */
const mayFit = (text: string) => text.length <= MAX_TEXT_BYTES;
const fits = (text: string) =>
  text.length * 3 <= MAX_TEXT_BYTES || utf8.encode(text).length <= MAX_TEXT_BYTES;

/** Measured as it is stored: U+FFFD has three bytes, a NUL has one. */
const textThat = (isStorable: (text: string) => boolean) =>
  z.pipe(
    z.string().check(z.refine(mayFit, failsAs('TEXT_TOO_LONG'))),
    z.pipe(
      z.transform((text: string) => wellFormed(text).replaceAll('\0', '\uFFFD')),
      z.string().check(z.refine(isStorable, failsAs('TEXT_TOO_LONG'))),
    ),
  );

/**
 * Text that people save. NUL and lone surrogates become U+FFFD, as in HTML: PostgreSQL cannot hold
 * the one and UTF-8 cannot spell the other, and refusing a whole paste for one stray character
 * would lose it.
 */
export const savedText = textThat(fits);
/** Of an archive: older servers counted the NUL that a U+FFFD was. */
export const archivedText = textThat((text) => fits(text.replaceAll('\uFFFD', '\0')));

/** PostgreSQL refuses it, and no text that a person types has it. */
export const withoutNul = z.refine<string>((text) => !text.includes('\0'));
/** What its header or its address bounds already. */
export const anyText = z.string().check(withoutNul);

/**
 * Every other string from outside that the server compares, looks up or searches for: short, and
 * without NUL, which PostgreSQL refuses, or lone surrogates, which UTF-8 cannot spell.
 */
export const shortText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    withoutNul,
    z.refine((text: string) => text === wellFormed(text)),
  );

/** Random, 128 bits or more, URL-safe. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** As a list, or in one text with commas between. */
export const idsBetween = (least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((given: string | string[]) =>
        [given].flat().flatMap((ids) => ids.split(',').filter(Boolean)),
      ),
    ),
    z.array(id).check(z.minLength(least), z.maxLength(most)),
  );
/** Made by a client once for each thing that it saves. */
export const captureId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/));
export const timestamp = z.string();
const BREAKS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * What cannot be seen in a name, or what turns its letters around: marks of direction, of width
 * zero, fillers, tags. Selectors of a variant stay behind a pictograph.
 */
const UNSEEN_MARKS =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}0-9#*])[\ufe00-\ufe0f]/gu;
/** They join or part letters in these scripts, and pictographs; elsewhere they are not seen. */
const JOINING =
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}]';
const STRAY_JOINERS = new RegExp(
  `(?<!${JOINING})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINING})`,
  'gu',
);
/** Text as a line that a person can see: trimmed, no breaks, control characters or unseen marks. */
export const asLine = (text: string) =>
  wellFormed(text)
    .replace(BREAKS_AND_CONTROLS, ' ')
    .replace(UNSEEN_MARKS, '')
    .replace(STRAY_JOINERS, '')
    .trim();

export const line = (max: number) =>
  z.pipe(
    z.string(),
    z.pipe(z.transform(asLine), z.string().check(z.minLength(1), z.maxLength(max))),
  );

export const lineOrNull = (max: number) =>
  z.nullish(
    z.pipe(
      z.pipe(z.string(), z.transform(asLine)),
      z.pipe(
        z.string().check(z.maxLength(max)),
        z.transform((text: string) => (text === '' ? null : text)),
      ),
    ),
  );

export const page = z.optional(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
);
export const match = z.object({ where: z.enum(['text', 'file']), excerpt: z.string() });
export type Match = z.output<typeof match>;
export const pageSize = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)));
export const dateRange = z.enum(['all', 'today', 'week', 'month']);
/**
 * Where the caller's days, weeks and months begin, such as Europe/Berlin or +05:30; UTC without it,
 * and for Etc/Unknown, as browsers call a zone that they cannot tell.
 */
export const timeZone = z.optional(
  z.string().check(
    z.maxLength(64),
    z.refine((name: string) => {
      try {
        return name === 'Etc/Unknown' || Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
      } catch {
        return false;
      }
    }),
  ),
);
export type DateRange = z.output<typeof dateRange>;
export const message = z.object({ message: z.string() });
export const linkGrant = z.optional(anyText);
export const ifMatch = z.optional(z.string().check(z.regex(/^(\*|(W\/)?"?\d{1,15}"?)$/)));

/** A field of a form that holds JSON. */
export const jsonField = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'No JSON', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );
