import { expect, it } from 'vitest';
import { betweenTags } from './transfer.ts';

it.each([
  ['plain words', 'plain words'],
  ['<p class="a">one</p><p>two<br/>three</p>', 'one\ntwo\nthree\n'],
  ['a<b>b</b>c<brand>d', 'abcd'],
  ['<!-- <p>unread</p> -->read<!---->', 'read'],
  ['<style>p > a {}</style>read<SCRIPT src="a">1 < 2</script >, too', 'read, too'],
  ['<template><p>unread</p></template><title>unread</title>', ''],
  ['read<script>unread<p>', 'read'],
  ['read<!-- unread >', 'read'],
  ['1 < 2', '1 < 2'],
  ['<p>1 &lt; 2', '1 &lt; 2'],
])('of %j there is %j', (html, words) => expect(betweenTags(html)).toBe(words));

it.each(['<', '<!--', '<br', '<style>', '<style></styl', '</p', '<p><!-- '])(
  'a megabyte of %j takes no time to speak of',
  (unit) => {
    expect(betweenTags(`read${unit.repeat(1_000_000 / unit.length)}`)).toMatch(/^read/);
  },
  5000,
);
