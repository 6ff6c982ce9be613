/** The colours that a tag can have, in the order in which they are offered. */
export const tagColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
] as const;
export type TagColor = (typeof tagColors)[number];
