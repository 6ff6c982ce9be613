import { classNames } from './class-names.ts';

const TONES = ['bg-accent-soft text-accent', 'bg-info-soft text-info', 'bg-violet-soft text-violet', 'bg-warn-soft text-warn'];
const SIZES = { sm: 'size-6 text-xs', md: 'size-8 text-xs', lg: 'size-12 text-md' };

/** 'Ada Lovelace' gives AL, 'ada@example.com' gives A. */
export function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => [...word][0]!.toUpperCase()).join('') || '?';
}

const toneOf = (name: string) => TONES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % TONES.length];

export function Avatar({ name, src, size = 'md' }: { name: string; src?: string | null; size?: keyof typeof SIZES }) {
  const shape = classNames('inline-flex shrink-0 items-center justify-center rounded-full font-semibold', SIZES[size]);
  if (src) return <img src={src} alt={name} className={classNames(shape, 'object-cover')} />;
  return (
    <span role="img" aria-label={name} className={classNames(shape, toneOf(name))}>
      {initials(name)}
    </span>
  );
}
