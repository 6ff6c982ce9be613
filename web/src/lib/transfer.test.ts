import { describe, expect, it } from 'vitest';
import { pastedName, readTransfer, type Transfer } from './transfer.ts';

const png = (name: string, type = 'image/png') => new File(['x'], name, { type });
const transfer = (texts: Record<string, string>, files: File[] = []): Transfer => ({
  getData: (type) => texts[type] ?? '',
  files,
});
const namesIn = (data: Transfer) => {
  const taken = readTransfer(data);
  return taken.kind === 'files' ? taken.files.map(({ name }) => name) : taken.kind;
};

describe('what a paste brings', () => {
  it('is its text as it is, whatever comes along', () => {
    const text = '  two lines\r\nand a half ';
    expect(readTransfer(transfer({ 'text/plain': text, 'text/html': '<p>other' }))).toEqual({
      kind: 'text',
      text,
      picture: null,
    });
    const office = readTransfer(transfer({ 'text/plain': 'Q3' }, [png('image.png')]));
    expect(office).toMatchObject({ kind: 'text', text: 'Q3' });
    expect(office.kind === 'text' && office.picture?.name).toMatch(/^Pasted /);
  });

  it('is its files where the text is blank', () => {
    expect(namesIn(transfer({ 'text/plain': ' \n' }, [png('a.png'), png('b.png')]))).toEqual([
      'a.png',
      'b.png',
    ]);
  });

  it('is one picture, where the same comes under two types', () => {
    const names = namesIn(transfer({}, [png('image.tiff', 'image/tiff'), png('image.png')]));
    expect(names).toEqual([expect.stringMatching(/^Pasted .*\.png$/)]);
    expect(namesIn(transfer({}, [png('holiday.png'), png('holiday.jpg', 'image/jpeg')]))).toEqual([
      'holiday.png',
      'holiday.jpg',
    ]);
  });

  it('is nothing where nothing is', () => {
    expect(readTransfer(transfer({ 'text/plain': '\n\t' }))).toEqual({ kind: 'nothing' });
  });

  it('is a file where the text is longer than a text can be', () => {
    const taken = readTransfer(transfer({ 'text/plain': 'é'.repeat(262_145) }));
    expect(taken.kind === 'files' && taken.files[0]?.size).toBe(524_290);
    expect(readTransfer(transfer({ 'text/plain': 'é'.repeat(262_144) })).kind).toBe('text');
  });
});

it('a drop of a picture out of a page is the picture, not its address', () => {
  const data = transfer({ 'text/plain': 'https://example.com/a.png' }, [png('a.png')]);
  expect(readTransfer(data, true).kind).toBe('files');
  expect(readTransfer(data).kind).toBe('text');
});

it('folders are not taken', () => {
  const folder = {
    kind: 'file',
    getAsFile: () => png('folder', ''),
    webkitGetAsEntry: () => ({ isDirectory: true }) as FileSystemEntry,
  } as const;
  const file = { ...folder, getAsFile: () => png('a.png'), webkitGetAsEntry: () => null };
  expect(readTransfer({ ...transfer({}, [png('folder', '')]), items: [folder] })).toEqual({
    kind: 'folders',
  });
  expect(readTransfer({ ...transfer({}), items: [folder, file] })).toMatchObject({
    kind: 'files',
    folders: true,
  });
});

it('what had no name is named by its time', () => {
  expect(pastedName('png', new Date(2026, 10, 22, 14, 3, 5))).toBe(
    'Pasted 2026-11-22 14.03.05.png',
  );
});
