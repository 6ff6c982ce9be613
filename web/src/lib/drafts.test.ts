import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { findDraft, forgetAllDrafts, forgetDraft, keepDraft } from './drafts.ts';

let browser: ReturnType<typeof fakeBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  browser = fakeBrowser();
});

it('is there again for the person who typed it, and for no other', () => {
  keepDraft('clip:1', 'half a thought', 'ada');
  expect(findDraft('clip:1', 'ada')?.text).toBe('half a thought');
  expect(findDraft('clip:1', 'bob')).toBeNull();
  expect(findDraft('clip:1', null)).toBeNull();
  expect(findDraft('clip:2', 'ada')).toBeNull();
});

it('typed while signed out, belongs to the next to sign in', () => {
  keepDraft('new-clip', 'hello', null);
  expect(findDraft('new-clip', 'ada')?.text).toBe('hello');
});

it('goes with its last letter, when forgotten, after a week and at logout', () => {
  keepDraft('a', 'text', 'ada');
  keepDraft('a', '  ', 'ada');
  expect(findDraft('a', 'ada')).toBeNull();
  keepDraft('a', 'text', 'ada');
  forgetDraft('a', 'ada');
  expect(findDraft('a', 'ada')).toBeNull();
  keepDraft('a', 'text', 'ada');
  vi.advanceTimersByTime(7 * 24 * 3_600_000);
  expect(findDraft('a', 'ada')).toBeNull();
  browser.localStorage.setItem('theme', 'dark');
  forgetAllDrafts('ada');
  expect(Object.keys(browser.localStorage)).toEqual(['theme']);
});

it('survives the visit of another person, who types in the same field and logs out', () => {
  keepDraft('composer', 'of ada', 'ada');
  keepDraft('composer', 'of nobody', null);
  expect(findDraft('composer', 'bob')?.text).toBe('of nobody');
  keepDraft('composer', 'of bob', 'bob');
  expect(findDraft('composer', 'bob')?.text).toBe('of bob');
  expect(findDraft('composer', null)).toBeNull();
  forgetAllDrafts('bob');
  expect(findDraft('composer', 'bob')).toBeNull();
  expect(findDraft('composer', 'ada')?.text).toBe('of ada');
});
