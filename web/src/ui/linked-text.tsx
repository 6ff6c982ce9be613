import { Fragment } from 'react';
import { linkParts } from '../lib/links.ts';

/** A text of people in which the addresses can be opened. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: part, href }, index) =>
    href ? (
      <a
        // The parts of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
      >
        {part}
      </a>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
