/**
 * What a text is and how it is set: for the web app, and for the server where it writes a text into
 * a page, which must look the same.
 */

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
