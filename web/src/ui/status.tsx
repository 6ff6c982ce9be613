import type { ReactNode } from 'react';

/**
 * For news: it stands before its words come, as what comes along with its region is not read out.
 * What has a state from the start, of which only changes are news, is an `output` instead.
 */
export const Status = ({ children }: { children: ReactNode }) => (
  <div role="status" className="contents">
    {children}
  </div>
);
