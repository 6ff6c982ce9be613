export type ContentKind = 'text' | 'code' | 'link' | 'image' | 'file';

/** The types that the server delivers as images; others would show a broken picture. */
export const isPicture = (type: string | null | undefined): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif)$/i.test(type ?? '');

export interface KindClues {
  readonly content: string;
  readonly fileName: string | null;
  readonly fileType: string | null;
  readonly filePath?: string | null;
}

/**
 * A text says what a thing is, whatever hangs on it. Without one a file has to be there, by path or
 * by name; an image is a file that can be shown.
 */
export function kindOf(thing: KindClues): ContentKind {
  const text = thing.content.slice(0, 2000).trim();
  if (text === '' && (thing.filePath || thing.fileName))
    return isPicture(thing.fileType) ? 'image' : 'file';
  if (/^(https?:\/\/|www\.)[^\s]+\.[^\s]+/i.test(text)) return 'link';
  return looksLikeCode(text) ? 'code' : 'text';
}

/** The address of a web page, where a text is that and nothing else. */
export function addressIn(content: string): string | null {
  const text = content.trim();
  if (text.length > 2000 || !/^https?:\/\/[^\s]+$/i.test(text)) return null;
  return URL.canParse(text) ? text : null;
}

const COMMAND =
  /^\$? ?(git|npm|npx|pnpm|yarn|docker|kubectl|ssh|scp|curl|wget|sudo|cd|ls|cat|grep|sed|awk|make|pip3?|python3?|node|cargo|go|brew|apt(-get)?|systemctl|chmod|export) (?!.*[.!?](\s|$))/;
const SQL =
  /^\s*(select\b[\s\S]+\bfrom|insert into|update\b[\s\S]+\bset|delete from|create (table|index|view)|alter table)\b/i;
const CODE_LINE =
  /[;{}[\]]\s*$|^\s*(import|export|const|let|var|function|class|def|return|if \(|for \(|while \(|#include|public|private|fn|package|use)\b.*[({;:=]|=>|^\s*<\/?[a-z][^>]*>|^\s*(\/\/|#!|\/\*)/;

/** Better to set prose in the text face than code in it: only what is plainly code counts. */
function looksLikeCode(text: string): boolean {
  if (text === '') return false;
  if (isJson(text) || SQL.test(text)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (COMMAND.test(lines[0] ?? '')) return true;
  const codeLines = lines.filter((line) => CODE_LINE.test(line)).length;
  return codeLines >= 1 && codeLines / lines.length >= 0.4;
}

function isJson(text: string): boolean {
  if (!/^[[{][\s\S]*[\]}]$/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
