import { describe, expect, it } from 'vitest';
import { readClip, withContent, withFile, withFiles, withoutFile, withRead } from './clip.ts';

const file = (id: string) => ({
  id,
  name: `${id}.txt`,
  size: 1,
  type: 'text/plain',
  url: `/files/${id}`,
  preview: null,
});
const clip = (content: string, version: number, files = [file('a')]) =>
  readClip({ id: 'c', content, version, files, userId: 'u' });

describe('a clip from the wire', () => {
  it('is read in both spellings', () => {
    const snake = readClip({
      id: 'c',
      content: 'x',
      is_favorite: true,
      created_at: '2026-01-01T00:00:00Z',
      user_id: 'u',
      file_name: 'a.txt',
    });
    expect(snake).toMatchObject({
      isFavorite: true,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      userId: 'u',
    });
    expect(snake).toMatchObject({ files: [{ name: 'a.txt', url: '' }], version: 0 });
    expect(readClip({ id: 'c', isFavorite: false, is_favorite: true }).isFavorite).toBe(false);
  });
});

describe('news of a clip', () => {
  it('counts text and files apart, in whatever order they arrive', () => {
    const start = clip('one', 1);
    const files = withFiles(start, [file('b')], 3);
    const both = withContent(files, 'two', 2);
    expect([both.content, both.files[0]?.id, both.version]).toEqual(['two', 'b', 3]);
  });

  it('is ignored when it is old or known', () => {
    const start = clip('two', 2);
    expect(withContent(start, 'one', 1)).toBe(start);
    expect(withContent(start, 'again', 2)).toBe(start);
    expect(withFiles(start, [], 2)).toBe(start);
  });

  it('is not undone by a read that began before it', () => {
    const newer = withContent(clip('one', 1), 'two', 2);
    expect(withRead(newer, clip('one', 1)).content).toBe('two');
    expect(withRead(newer, clip('three', 3)).content).toBe('three');
    expect(withRead(undefined, clip('one', 1)).content).toBe('one');
  });

  it('renews the links of files with every read', () => {
    const fresh = readClip({
      id: 'c',
      content: 'one',
      version: 1,
      files: [{ ...file('a'), url: '/fresh' }],
    });
    expect(withRead(clip('one', 1), fresh).files[0]?.url).toBe('/fresh');
  });

  it('shows a file as soon as it is uploaded, once', () => {
    const start = clip('x', 1, []);
    const one = withFile(start, file('a'));
    expect(one.files).toEqual([file('a')]);
    expect(withFile(one, file('a'))).toBe(one);
    expect(withoutFile(one, 'a')).toMatchObject({ files: [] });
  });
});
