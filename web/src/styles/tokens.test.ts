import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split("[data-theme='dark']");
const colours = (part: string) =>
  new Map(
    [...part.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
const themes = { light: colours(light), dark: new Map([...colours(light), ...colours(dark)]) };

const channel = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const on = (names: string[], grounds: string[], least: number) =>
  names.flatMap((name) => grounds.map((ground) => [name, ground, least] as const));

/**
 * Every pair that stands on each other somewhere, and what WCAG 2.2 AA or the design asks of it.
 */
const pairs = [
  ...on(['ink', 'body'], GROUNDS, 7),
  ...on(['muted', 'accent', 'danger'], GROUNDS, 4.5),
  ...on(['muted'], ['tool', 'accent-soft'], 4.5),
  ...['accent', 'danger', 'warn', 'info', 'violet'].map(
    (tone) => [tone, `${tone}-soft`, 4.5] as const,
  ),
  ['on-ink', 'ink', 7] as const,
  ['on-ink', 'ink-hover', 7] as const,
  ['on-accent', 'accent', 4.5] as const,
  ['on-danger', 'danger', 4.5] as const,
  ...on(['accent-hover'], GROUNDS, 4.5),
  // Borders of controls, rings and marks: 3:1.
  ...on(['line-strong', 'star'], ['canvas', 'surface', 'raised'], 3),
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (front, back, least) => {
    const [a, b] = [themes[theme].get(front), themes[theme].get(back)];
    expect(a, front).toBeDefined();
    expect(b, back).toBeDefined();
    expect(contrast(a!, b!)).toBeGreaterThanOrEqual(least);
  });
});
