import { useState } from 'react';
import { storage } from '../lib/storage.ts';

const KEY = 'sidebar';

/** Whether the sidebar is a narrow rail; remembered. */
export function useRail(): [rail: boolean, toggle: () => void] {
  const [rail, setRail] = useState(() => storage.get(KEY) === 'rail');
  const toggle = () => {
    storage.set(KEY, rail ? 'wide' : 'rail');
    setRail(!rail);
  };
  return [rail, toggle];
}
