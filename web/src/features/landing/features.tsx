import { useHydrated } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';

/** Taken from the running product by e2e/take-pictures.ts, once for each theme and density. */
const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default' });
const pictureOf = (name: string) => pictures[`./pictures/${name}.webp`];
type PictureName = 'sync' | 'share' | 'live' | 'rooms' | 'board' | 'files';

/** As they were taken and are shown: wider boxes have more ground around them. */
const WIDTHS = { wide: 568, narrow: 276 };
const HEIGHT = 248;

/**
 * Never scaled, so that letters are sharp. Without scripts there is only the light one in a single
 * density, and no more of it in the prerendered page.
 */
function Picture({ name, alt, wide }: { name: PictureName; alt: string; wide: boolean }) {
  const hydrated = useHydrated();
  const shared = {
    width: wide ? WIDTHS.wide : WIDTHS.narrow,
    height: HEIGHT,
    loading: 'lazy',
  } as const;
  const shape = `h-62 w-full border-b border-line bg-sunken object-none ${wide ? 'max-sm:object-left' : ''}`;
  return (
    <>
      <img
        {...shared}
        alt={alt}
        src={pictureOf(`${name}-light`)}
        srcSet={hydrated ? `${pictureOf(`${name}-light-2x`)} 2x` : undefined}
        className={`${shape} dark:hidden`}
      />
      {hydrated && (
        <img
          {...shared}
          alt={alt}
          src={pictureOf(`${name}-dark`)}
          srcSet={`${pictureOf(`${name}-dark-2x`)} 2x`}
          className={`${shape} not-dark:hidden`}
        />
      )}
    </>
  );
}

interface Feature {
  readonly picture: PictureName;
  readonly alt: string;
  readonly title: string;
  readonly text: string;
  readonly wide?: boolean;
}

const FEATURES: readonly Feature[] = [
  {
    picture: 'sync',
    alt: m.landing_sync_picture(),
    title: m.landing_sync_title(),
    text: m.landing_sync_text(),
    wide: true,
  },
  {
    picture: 'share',
    alt: m.landing_share_picture(),
    title: m.landing_share_title(),
    text: m.landing_share_text(),
  },
  {
    picture: 'live',
    alt: m.landing_live_picture(),
    title: m.landing_live_title(),
    text: m.landing_live_text(),
  },
  {
    picture: 'rooms',
    alt: m.landing_rooms_picture(),
    title: m.landing_rooms_title(),
    text: m.landing_rooms_text(),
  },
  {
    picture: 'board',
    alt: m.landing_board_picture(),
    title: m.landing_board_title(),
    text: m.landing_board_text(),
  },
  {
    picture: 'files',
    alt: m.landing_files_picture(),
    title: m.landing_files_title(),
    text: m.landing_files_text(),
    wide: true,
  },
];

export function Features() {
  return (
    <Section id="features" title={m.landing_features_title()} text={m.landing_features_text()}>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {FEATURES.map(({ picture, alt, title, text, wide = false }) => (
          <li
            key={picture}
            className={`overflow-hidden rounded-dialog border border-line bg-surface shadow-card ${wide ? 'sm:col-span-2' : ''}`}
          >
            <Picture name={picture} wide={wide} alt={alt} />
            <div className="p-6">
              <h3 className="text-base font-semibold">{title}</h3>
              <p className="mt-1.5 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
