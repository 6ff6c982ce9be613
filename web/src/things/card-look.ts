import { kindOfText, languageOf } from '@clipline/contract/text-kinds.ts';
import {
  AudioLines,
  Code,
  FileText,
  Hash,
  Image,
  Images,
  KeyRound,
  Link2,
  type LucideIcon,
  Palette,
  Type,
} from 'lucide-react';
import { hidesSecretOf } from '../lib/hide-secrets.ts';
import { COLOR } from './content-marks.tsx';
import { type Content, type ContentFile, isPicture } from './content.ts';

/** What a card shows, which is how wide it likes to be and how large its text is. */
export type Look = keyof typeof LOOKS;

export const LOOKS = {
  short: { icon: Type, basis: 168, style: 'text-xl font-semibold' },
  color: { icon: Palette, basis: 168, style: 'font-mono text-base' },
  secret: { icon: KeyRound, basis: 212, style: 'text-base whitespace-pre-line' },
  link: { icon: Link2, basis: 216, style: 'text-md' },
  file: { icon: FileText, basis: 240, style: 'text-base' },
  text: { icon: Type, basis: 248, style: 'text-md whitespace-pre-line' },
  audio: { icon: AudioLines, basis: 256, style: 'text-base' },
  picture: { icon: Image, basis: 272, style: '' },
  long: { icon: Type, basis: 300, style: 'text-base whitespace-pre-line' },
  markdown: { icon: Hash, basis: 300, style: 'text-base whitespace-pre-line' },
  query: { icon: Code, basis: 300, style: 'font-mono text-sm whitespace-pre-wrap' },
  code: { icon: Code, basis: 380, style: 'font-mono text-sm whitespace-pre-wrap' },
  pictures: { icon: Images, basis: 380, style: '' },
} as const satisfies Record<string, { icon: LucideIcon; basis: number; style: string }>;

const SHORT = 20;
const BRIEF = 80;
const QUERY = /^\s*(select|insert|update|delete|create|alter)\b/i;

export type ShownFile = ContentFile & { readonly url?: string };

export type Shown = Content<ShownFile>;

export function lookOf({ content, files }: Pick<Shown, 'content' | 'files'>): Look {
  if (hidesSecretOf(content)) return 'secret';
  const text = content.trim();
  const kind = kindOfText(text);
  const isBrief = text.length <= BRIEF && kind === 'text' && !COLOR.test(text);
  const pictures = files.filter(({ type }) => isPicture(type)).length;
  if (pictures > 0 && isBrief && !text.includes('\n')) return pictures > 1 ? 'pictures' : 'picture';
  if (text === '' && files[0]) return files[0].type.startsWith('audio/') ? 'audio' : 'file';
  if (kind === 'code') return QUERY.test(text) ? 'query' : 'code';
  if (kind === 'link') return 'link';
  if (languageOf(text) === 'markdown') return 'markdown';
  if (!isBrief && !COLOR.test(text)) return 'long';
  if (files.length > 0 || text === '' || text.includes('\n')) return 'text';
  return COLOR.test(text) ? 'color' : text.length <= SHORT ? 'short' : 'text';
}

/** Nothing but pictures from edge to edge, with their name below. */
export function isPictures(content: Pick<Shown, 'content' | 'files'>): boolean {
  const look = lookOf(content);
  return look === 'picture' || look === 'pictures';
}

/** In pixels: cards are set like words in a line. */
export const basisOf = (content: Pick<Shown, 'content' | 'files'>): number =>
  LOOKS[lookOf(content)].basis;

/** Of two such a phone shows both in one line. */
export const isNarrow = (content: Pick<Shown, 'content' | 'files'>): boolean =>
  basisOf(content) <= LOOKS.secret.basis;

export const nameOf = ({ content, files }: Pick<Shown, 'content' | 'files'>): string =>
  content.trim() || (files[0]?.name ?? '');
