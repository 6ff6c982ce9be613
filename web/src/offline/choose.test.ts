import { expect, test } from 'vitest';
import { chooseKept, type KeptClip } from './keeper.ts';

const KIB = 1024;

const clip = (id: string, content: string, more: Partial<KeptClip> = {}): KeptClip => ({
  id,
  content,
  isFavorite: false,
  createdAt: '2026-11-22T12:00:00.000Z',
  files: [],
  ...more,
});

const kept = (clips: readonly KeptClip[]) => chooseKept(clips).map(({ id }) => id);

test('a text of 256 KiB is kept, and not one byte more', () => {
  const most = 256 * KIB;
  expect(
    kept([
      clip('just', 'a'.repeat(most)),
      clip('over', 'a'.repeat(most + 1)),
      // Of two bytes each.
      clip('just in bytes', 'é'.repeat(most / 2)),
      clip('over in bytes', 'é'.repeat(most / 2 + 1)),
    ]),
  ).toEqual(['just', 'just in bytes']);
});

test('5 MB in all, the newest first, and what is smaller still fits', () => {
  const at = (minute: number) => ({
    createdAt: `2026-11-22T12:${String(minute).padStart(2, '0')}:00.000Z`,
  });
  const large = Array.from({ length: 21 }, (_, minute) =>
    clip(`large ${minute}`, 'a'.repeat(256 * KIB - 1), at(minute)),
  );
  const small = clip('small', 'a'.repeat(20), at(0));
  // Twenty take 20 bytes less than all there is.
  expect(kept([small, ...large])).toEqual([
    ...large
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
    'small',
  ]);
  expect(kept([clip('no room', 'a'.repeat(21), at(0)), ...large])).not.toContain('no room');
});

test('a favorite that is among the newest counts once, and no file comes along', () => {
  const file = {
    id: 'f',
    name: 'a.pdf',
    type: 'application/pdf',
    size: 1,
    url: '/api/files/f?signature=secret',
  };
  const via = { kind: 'link', label: 'Guests' } as const;
  const both = clip('both', 'text', {
    isFavorite: true,
    via,
    files: [file],
  });
  const chosen = chooseKept([both, clip('other', ''), both]);
  expect(chosen.map(({ id }) => id)).toEqual(['both', 'other']);
  expect(chosen[0]).toEqual({
    id: 'both',
    content: 'text',
    isFavorite: true,
    createdAt: '2026-11-22T12:00:00.000Z',
    via,
    files: [{ name: 'a.pdf', type: 'application/pdf', size: 1 }],
  });
});
