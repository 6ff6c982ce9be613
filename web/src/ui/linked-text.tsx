import { linkParts } from '../lib/links.ts';
import { InOrder } from './in-order.tsx';

/** A text of people in which the addresses can be opened. */
export function LinkedText({ text }: { text: string }) {
  return (
    <InOrder of={linkParts(text)}>
      {({ text: part, href }) =>
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
        )
      }
    </InOrder>
  );
}
