import { beforeEach, expect, it, vi } from 'vitest';
import { ToastQueue } from './toast.ts';

let queue: ToastQueue;
beforeEach(() => {
  vi.useFakeTimers();
  queue = new ToastQueue();
});

const shown = () => (queue.shown.getState()?.open ? queue.shown.getState()!.title : null);
const error = (title: string, duration?: number) =>
  queue.show({ title, variant: 'destructive', ...(duration && { duration }) });

it('shows one at a time: a success replaces a success', () => {
  queue.show({ title: 'Link copied' });
  queue.show({ title: 'Clip deleted' });
  expect(shown()).toBe('Clip deleted');
});

it.each([
  [100, 2000],
  [3000, 3000],
  [60_000, 5000],
])('a duration of %i ms is held to %i', (duration, held) => {
  queue.show({ title: 'Copied', duration });
  vi.advanceTimersByTime(held - 1);
  expect(shown()).toBe('Copied');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
});

it('is removed 5000 ms after its dismissal', () => {
  queue.show({ title: 'Copied' });
  queue.dismiss();
  expect(queue.shown.getState()).toMatchObject({ title: 'Copied', open: false });
  vi.advanceTimersByTime(4999);
  expect(queue.shown.getState()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(queue.shown.getState()).toBeNull();
});

it('ignores the same toast for two seconds', () => {
  expect(queue.show({ title: 'Copied' })).not.toBeNull();
  expect(queue.show({ title: 'Copied' })).toBeNull();
  expect(queue.show({ title: 'Copied', description: 'Another text' })).not.toBeNull();
  vi.advanceTimersByTime(2000);
  expect(queue.show({ title: 'Copied' })).not.toBeNull();
});

it('never hides an error behind a success, and shows the latest success after it', () => {
  error('Failed to save clip');
  queue.show({ title: 'Copied' });
  queue.show({ title: 'Link copied' });
  vi.advanceTimersByTime(1999);
  expect(shown()).toBe('Failed to save clip');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('Link copied');
  vi.advanceTimersByTime(3000);
  expect(shown()).toBeNull();
});

it('an error that was there for two seconds gives way at once; without anything new it stays five', () => {
  error('Failed to save clip');
  vi.advanceTimersByTime(4999);
  expect(shown()).toBe('Failed to save clip');
  queue.show({ title: 'Clip saved successfully' });
  expect(shown()).toBe('Clip saved successfully');
});

it('several errors take two seconds each, and the last its time', () => {
  for (const title of ['First', 'Second', 'Third']) error(title);
  for (const title of ['First', 'Second']) {
    expect(shown()).toBe(title);
    vi.advanceTimersByTime(2000);
  }
  vi.advanceTimersByTime(4999);
  expect(shown()).toBe('Third');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
});

it('an error under the pointer gives way once that leaves it', () => {
  error('First');
  queue.pause();
  error('Second');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe('First');
  queue.resume();
  vi.advanceTimersByTime(1000);
  expect(shown()).toBe('Second');
});

it('an error replaces a success at once; errors come one after the other', () => {
  queue.show({ title: 'Copied' });
  error('First', 2000);
  error('Second', 2000);
  expect(shown()).toBe('First');
  queue.dismiss();
  expect(shown()).toBe('Second');
  vi.advanceTimersByTime(2000);
  expect(shown()).toBeNull();
});

it('stays while pointer or focus is at it', () => {
  queue.show({ title: 'Clip deleted', duration: 3000 });
  vi.advanceTimersByTime(2500);
  queue.pause();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe('Clip deleted');
  queue.resume();
  vi.advanceTimersByTime(1000);
  expect(shown()).toBeNull();
});

it('news does not cover an answer before it was read, and comes after it', () => {
  queue.show({ title: 'Connected', news: true });
  queue.show({ title: 'Copied!' });
  expect(shown()).toBe('Copied!');
  queue.show({ title: 'Files updated by owner', news: true });
  queue.show({ title: 'Content updated by owner', news: true });
  vi.advanceTimersByTime(1999);
  expect(shown()).toBe('Copied!');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('Content updated by owner');
  queue.show({ title: 'Disconnected', news: true });
  expect(shown()).toBe('Disconnected');
});

it('news takes no time from an undo, and a later answer none from news', () => {
  queue.show({ title: 'Clip deleted', action: { label: 'Undo', onPress: () => undefined } });
  queue.show({ title: 'Content updated by owner', news: true });
  vi.advanceTimersByTime(4999);
  expect(shown()).toBe('Clip deleted');
  queue.show({ title: 'Clip restored' });
  expect(shown()).toBe('Clip restored');
  vi.advanceTimersByTime(2000);
  expect(shown()).toBe('Content updated by owner');
  vi.advanceTimersByTime(3000);
  expect(shown()).toBeNull();
});

it('news waits behind an error and what replies to it', () => {
  error('Failed to save clip');
  queue.show({ title: 'Content updated by owner', news: true });
  queue.show({ title: 'Clip saved successfully' });
  vi.advanceTimersByTime(2000);
  expect(shown()).toBe('Clip saved successfully');
  vi.advanceTimersByTime(2000);
  expect(shown()).toBe('Content updated by owner');
});

it('can be emptied', () => {
  error('First');
  error('Second');
  queue.show({ title: 'Connected', news: true });
  queue.clear();
  expect(shown()).toBeNull();
  error('First');
  expect(shown()).toBe('First');
});
