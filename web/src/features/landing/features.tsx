import type { ComponentType } from 'react';
import { useHydrated } from '../../lib/hydrated.ts';
import { BoardPicture, FilesPicture, LinkPicture, LivePicture, RoomPicture, SyncPicture } from './feature-pictures.tsx';
import { Section } from './section.tsx';

interface Feature {
  readonly Picture: ComponentType;
  readonly title: string;
  readonly text: string;
}

const FEATURES: readonly Feature[] = [
  {
    Picture: SyncPicture,
    title: 'Every device in step',
    text: 'Save on one device and it is in the list on all your others, without a reload.',
  },
  {
    Picture: LinkPicture,
    title: 'Shared by link or QR code',
    text: 'Anyone with the link can read and copy, no account needed. Only you can edit.',
  },
  {
    Picture: LivePicture,
    title: 'Live for whoever is watching',
    text: 'Every save reaches the open pages of your viewers, and a word tells them what changed.',
  },
  {
    Picture: RoomPicture,
    title: 'Rooms for a team',
    text: 'Texts, files and members in one place, with a log of who did what and when.',
  },
  {
    Picture: BoardPicture,
    title: 'A desktop you can lay things out on',
    text: 'Blocks of text and files, shared by link or with the people on your local network.',
  },
  {
    Picture: FilesPicture,
    title: 'Files come along',
    text: 'Attach files of up to 10 MB each. Pictures show at once, everything downloads as it was.',
  },
];

export function Features() {
  // Pictures are drawn when the page is alive: in its markup they would weigh more than all its words.
  const hydrated = useHydrated();
  return (
    <Section
      id="features"
      title="Everything a clipboard should do"
      text="Between your own devices, with one other person, or with a whole team."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ Picture, title, text }) => (
          <li key={title} className="overflow-hidden rounded-dialog border border-line bg-surface shadow-card">
            <div aria-hidden className="flex h-44 flex-col items-center justify-center border-b border-line bg-sunken px-6 select-none">
              {hydrated && <Picture />}
            </div>
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
