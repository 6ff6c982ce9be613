import { wellFormed } from './well-formed.ts';

/** For the web app, and for the server where it writes a text into a page that must look alike. */

/** The rest of a text says no more of its kind. */
export const LOOKED_AT = 2000;

/**
 * Of letters that are fitted to their neighbours a browser sets a line without spaces anew for each
 * break: seconds for every key in a long one. So texts longer than this are set without.
 */
export const LONG_TEXT = 4000;

const LINK = /^\s*(https?:\/\/|www\.)[^\s]+\.[^\s]+/i;

export function kindOfText(content: string): 'text' | 'code' | 'link' {
  if (LINK.test(content.slice(0, LOOKED_AT))) return 'link';
  const language = languageOf(content);
  return language === 'text' || language === 'markdown' ? 'text' : 'code';
}

export const LANGUAGES = [
  'css',
  'csv',
  'go',
  'html',
  'java',
  'json',
  'markdown',
  'python',
  'rust',
  'shell',
  'sql',
  'typescript',
  'yaml',
] as const;

/** 'code' is that of a language without colours, 'typescript' also JavaScript, 'html' also XML. */
export type Language = 'text' | 'code' | (typeof LANGUAGES)[number];

const COMMAND =
  /^\$? ?((git|npm|npx|pnpm|yarn|docker|kubectl|ssh|scp|curl|wget|sudo|cd|ls|cat|grep|sed|awk|make|pip3?|python3?|node|cargo|go|brew|apt(-get)?|systemctl|chmod) |export (?=\w+=))(?!.*[.!?](\s|$))/;
const SQL =
  /^\s*(select\b[\s\S]+\bfrom|insert into|update\b[\s\S]+\bset|delete from|create (table|index|view)|alter table)\b/i;
const CODE_LINE =
  /[;{}[\]]\s*$|^\s*(import|export|const|let|var|function|class|def|return|if \(|for \(|while \(|#include|public|private|fn|package|use)\b.*[({;:=]|=>|^\s*<\/?[a-z][^>]*>|^\s*(\/\/|#!|\/\*)/;
const MARKUP = /^\s*<(!|\?xml|\/?[a-z][^>]*>)/i;
const PYTHON =
  /^\s*(def \w+\(.*|class \w+(\(.*\))?|(el)?if .+|else|try|except.*|(async )?for \w((?! in ).)* in .+|while .+|with .+):\s*(#.*)?$|^(from [\w.]+ )?import [\w.*, ]+$|^\s*(print\(.*\)|@\w[\w.]*(\(.*\))?|return\b[^;]*|self\.\w.*)$/;
/** Its place, itself, and the value that stands in its line. */
const YAML_KEY = /^((?:\s|- )*)("[^"]*"|'[^']*'|[\w./{}$@*<~-]+):(?:$| +(?!#)(.*)| )/;
const YAML = /^\s*(#.*|---|\.\.\.|[\]}],?|-( .*)?)$/;
const SHELL =
  /^\s*(#(?!#| ?include|\[).*|(if|while|for) .*; (then|do)|fi|done|esac|then|do|else|(echo|export|set|source|local|cd|mkdir|rm|cp|mv) .*[^;{]|\w+=\S.*[^;,{(]|\w+\(\) \{)$/;

/** In the order in which they are looked for; the last is that of most code. */
const LINES: readonly [Language, RegExp][] = [
  ['go', /^func [\w(]|:= |^import \($|\bfmt\./],
  [
    'rust',
    /^\s*(pub(\(\w+\))? )?(fn \w.*|impl\b.*|(struct|enum|trait) \w.*|mod \w+) ?[{;]$|^\s*(use \w+::|let mut |#!?\[\w)|\w!\(/,
  ],
  [
    'java',
    /^\s*((public|protected|private)\s+(static\s+|final\s+|abstract\s+)*[\w<>[\]]+\s+\w+\s*[({=;]|(public )?(class|interface|enum|record) \w.*\{$|@Override|import [a-z]+(\.\w+)+(\.\*)?;|package [\w.]+;)|System\.out/,
  ],
  ['css', /^\s*(--)?[a-z-]+:[^;{}]+;$|^\s*@(media|import|layer|font-face)\b|^[.#][\w-].*\{$/],
  [
    'typescript',
    /^\s*(import|export|const|let|var|(async )?function|return|await|interface|type)\b|=>|require\(|\.(then|map|log)\(/,
  ],
];

/** What a text is written in, by its beginning: cheap, and better prose than code in doubt. */
export function languageOf(content: string): Language {
  const text = content.slice(0, LOOKED_AT).trim();
  if (text === '' || LINK.test(text)) return 'text';
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // The last of a beginning was cut.
  if (content.length > LOOKED_AT && lines.length > 1) lines.pop();
  if (isYaml(lines)) return 'yaml';
  if (/^ {0,3}(```|~~~)/m.test(text)) return 'markdown';
  if (isJson(text)) return 'json';
  if (SQL.test(text)) return 'sql';
  const first = lines[0] ?? '';
  const share = (what: RegExp) => lines.filter((line) => what.test(line)).length / lines.length;
  if (/^#!.*\bpython/.test(first)) return 'python';
  if (COMMAND.test(first) || /^#!.*sh\b/.test(first)) return 'shell';
  if (isTable(lines)) return 'csv';
  if (share(MARKUP) >= 0.4) return 'html';
  if (lines.length > 1) {
    if (/^package \w+$/.test(first) && share(/^(import|func)\b/) > 0) return 'go';
    if (share(PYTHON) >= 0.4 && share(/[;{}]$/) < 0.2) return 'python';
    if (share(SHELL) >= 0.7 && share(/^\s*[^#\s]/) > 0.5) return 'shell';
  }
  if (share(CODE_LINE) < 0.4) return isMarkdown(lines) ? 'markdown' : 'text';
  const [language] = LINES.find(([, line]) => share(line) >= 0.3) ?? ['code' as const];
  return language;
}

/** Three keys as programs write them, or one below another; beside them comments and lists alone. */
function isYaml(lines: readonly string[]): boolean {
  let [keys, nested, value] = [0, false, Infinity];
  let parent = Infinity;
  for (const line of lines) {
    const place = line.search(/\S/);
    if (line.startsWith('\t')) return false;
    // The lines of a value stand further in than its key.
    if (place > value) continue;
    const [, before = '', key, rest = ''] = YAML_KEY.exec(line) ?? [];
    if (key === undefined) {
      if (!YAML.test(line)) return false;
      continue;
    }
    nested ||= before.length > parent;
    if (/^["']?[a-z_]/.test(key)) keys += 1;
    [parent, value] = rest === '' ? [before.length, Infinity] : [Infinity, before.length];
  }
  return keys > 2 || nested;
}

/** What a program reads: a key with its value, a path or a pattern, a rule, a command. */
const SETTINGS = [
  /^\s*("[^"]*"|'[^']*'|[a-z_][\w.-]*|[A-Z_][A-Z\d_]*)\s?([:=] |[<>~!]?=|:$)/,
  /^(?!https?:|\*\*\w|__\w+__$)(?=[a-z]|.*[./*_])!?[\w./*?@~[\]{}$:+-]+$/,
  /^\s*(\[[^\]]*\]|\[\[[^\]]*\]\])$|[;{}\\]$/,
  /^(FROM|RUN|CMD|COPY|ADD|ENV|ARG|EXPOSE|WORKDIR|ENTRYPOINT|USER|VOLUME|LABEL) /,
  COMMAND,
  SHELL,
];
/** Of an owner of code and of a time table, which begin as a list does. */
const RULE = /^([*/.]\S* @|([\d*][\d*/,-]* ){4})/;

const HEADING = /^#{1,6} \S/;
const LIST = /^\s*([-*+]|\d+[.)]) \S/;
/** Two signs that mean nothing in a letter or a list of things to buy. */
const MARKDOWN = [
  HEADING,
  LIST,
  /^\s*[-*+] \[[ x]\] /i,
  /^(?=.*--)[\s:|-]+$/,
  /^> \S/,
  /\[[^[\]]+\]\([^()\s]+[()]/,
  /\*\*\S.*?\*\*|__\S.*?__/,
  /`[^`]+`/,
];
/** A comment and a list are signs of it only where most of the other lines are no settings. */
function isMarkdown(lines: readonly string[]): boolean {
  const front = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  const others = lines
    .slice(front)
    .filter((line) => !HEADING.test(line) && (!LIST.test(line) || RULE.test(line)));
  const settings = others.filter(
    (line) => RULE.test(line) || SETTINGS.some((form) => form.test(line)),
  );
  if (settings.length * 2 > others.length) return false;
  return MARKDOWN.filter((sign) => lines.some((line) => sign.test(line))).length > 1;
}

/** Between the values of each line: a comma that a space follows is that of a sentence. */
const SEPARATORS = [/\t/g, /,(?! )/g, /;(?! |$)/g];
const QUOTED = /"([^"]|"")*"/g;

/** Rows with the same number of tabs, or three of values with commas or semicolons between. */
function isTable(lines: readonly string[]): boolean {
  return SEPARATORS.some((separator, index) => {
    const counts = lines.map((line) => line.replace(QUOTED, '').match(separator)?.length ?? 0);
    if (counts[0] === 0 || new Set(counts).size > 1) return false;
    return index === 0 ? lines.length > 1 && !lines[0]?.startsWith('\t') : lines.length > 2;
  });
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
