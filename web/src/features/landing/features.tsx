import { m } from '../../paraglide/messages.js';
import { Picture, type PictureName } from './picture.tsx';
import { Section } from './section.tsx';

interface Feature {
  readonly picture: PictureName;
  readonly alt: string;
  readonly title: string;
  readonly text: string;
  /** As broad as two others. */
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
