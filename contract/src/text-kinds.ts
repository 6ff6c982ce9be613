import { wellFormed } from './well-formed.ts';

/** For the web app, and for the server where it writes a text into a page that must look alike. */

/** The rest of a text says no more of its kind. */
export const LOOKED_AT = 2000;

/**
 * Of letters that are fitted to their neighbours a browser sets a line without spaces anew for each
 * break: seconds for every key in a long one. So texts longer than this are set without.
 */
export const LONG_TEXT = 4000;

export function kindOfText(content: string): 'text' | 'code' | 'link' {
  const text = content.slice(0, LOOKED_AT).trim();
  if (/^(https?:\/\/|www\.)[^\s]+\.[^\s]+/i.test(text)) return 'link';
  return looksLikeCode(text) ? 'code' : 'text';
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

/** What a browser lays out at once, in one field. */
const EASY = {
  /** Half a second, as log files of half a megabyte have some 10,000. */
  lines: 50_000,
  /** Of one line with letters beyond Latin ones; one of Latin letters alone takes no longer. */
  lettersBeyond: 20_000,
  /**
   * Without one between that takes no time, as a space or an ideograph. Marks are stacked on one
   * letter, and words of Thai or Khmer are found in a dictionary: each takes the time of its length
   * squared.
   */
  unbroken: 2000,
};
/** Letters of the languages of western Europe, which end where the marks begin, and punctuation. */
const isLatin = (letter: number) =>
  letter < 0x300 ||
  (letter >= 0x2010 && letter <= 0x2027) ||
  (letter >= 0x2030 && letter <= 0x205e);
const isIdeograph = (letter: number) => letter >= 0x3400 && letter <= 0x9fff;
const LINE_FEED = 0x0a;
/** What is shown of a text that is not easy. */
const BEGINNING = 4000;

/**
 * The whole of a text or, where laying that out would hold a browser for seconds or minutes, its
 * beginning. A text of people is the whole of itself, up to the longest that is saved.
 */
export function beginningOf(text: string): string {
  if (text.length <= BEGINNING) return text;
  let [lines, letters, unbroken] = [1, 0, 0];
  let isBeyond = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === LINE_FEED) {
      [letters, unbroken, isBeyond] = [0, 0, false];
      lines += 1;
    } else {
      letters += 1;
      unbroken = isLatin(letter) || isIdeograph(letter) ? 0 : unbroken + 1;
      isBeyond ||= !isLatin(letter);
    }
    if (
      lines > EASY.lines ||
      (isBeyond && letters > EASY.lettersBeyond) ||
      unbroken > EASY.unbroken
    )
      return wellFormed(text.slice(0, BEGINNING));
  }
  return text;
}
