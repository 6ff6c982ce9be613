import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

const TONES = [
  'bg-accent-soft text-accent',
  'bg-info-soft text-info',
  'bg-violet-soft text-violet',
  'bg-warn-soft text-warn',
];
const SIZES = { sm: 'size-6 text-[10px]', md: 'size-8 text-xs', lg: 'size-12 text-md' };

function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => [...word][0]!.toUpperCase()).join('') || '?';
}

const toneOf = (name: string) =>
  TONES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % TONES.length];

export interface AvatarProps {
  name: string;
  src?: string | null;
  size?: keyof typeof SIZES;
  present?: boolean;
}

export function Avatar({ name, src, size = 'md', present = false }: AvatarProps) {
  if (!present) return <Face name={name} src={src} size={size} />;
  return (
    <span className="relative inline-flex shrink-0">
      <Face name={m.ui_here_now({ name })} of={name} src={src} size={size} />
      <span
        aria-hidden
        className="absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-surface bg-accent"
      />
    </span>
  );
}

interface FaceProps {
  name: string;
  /** Whose initials are drawn, where more is read out. */
  of?: string;
  src: string | null | undefined;
  size: keyof typeof SIZES;
}

function Face({ name, of = name, src, size }: FaceProps) {
  const shape = classNames(
    'inline-flex shrink-0 items-center justify-center rounded-full font-semibold',
    SIZES[size],
  );
  if (src) return <img src={src} alt={name} className={classNames(shape, 'object-cover')} />;
  return (
    <span
      role="img"
      aria-label={name}
      data-initials={initials(of)}
      // Drawn, not written: letters of a picture are no words to translate or to say aloud.
      className={classNames(shape, toneOf(of), 'before:content-[attr(data-initials)]')}
    />
  );
}

export interface StackedPerson {
  readonly id: string;
  readonly name: string;
  readonly avatar?: string | null;
  readonly present?: boolean;
}

const MOST = 3;

export interface AvatarStackProps {
  label: string;
  people: readonly StackedPerson[];
  total: number;
}

export function AvatarStack({ label, people, total }: AvatarStackProps) {
  const shown = people.slice(0, MOST);
  const more = total - shown.length;
  return (
    <span role="group" aria-label={label} className="flex items-center">
      {shown.map(({ id, name, avatar, present }, index) => (
        <span
          key={id}
          className={classNames(
            'flex rounded-full border-2 border-surface bg-surface',
            index > 0 && (present ? '-ms-1' : '-ms-1.5'),
          )}
        >
          <Avatar name={name} size="sm" src={avatar ?? null} present={present ?? false} />
        </span>
      ))}
      {more > 0 && (
        <span className="tabular ms-1.5 text-xs font-medium text-muted">{`+${more}`}</span>
      )}
    </span>
  );
}
