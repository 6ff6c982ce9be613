import { Children } from 'react';
import { linkParts } from '../lib/links.ts';

/** A text of people in which the addresses can be opened. */
export function LinkedText({ text }: { text: string }) {
  // The parts of one text never change their order.
  return Children.toArray(
    linkParts(text).map(({ text: part, href }) =>
      href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
        >
          {part}
        </a>
      ) : (
        part
      ),
    ),
  );
}
