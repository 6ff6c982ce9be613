import { useSearchParams } from 'react-router';

/** Of what the server takes; anything else is the first. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** The address with one of its parameters set, on its first page unless that is the one. */
export function withParam(params: URLSearchParams, name: string, value: string | null) {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

const withPage = (params: URLSearchParams, page: number) =>
  withParam(params, 'page', page > 1 ? String(page) : null);

/** The page of a list is in the address, so that back and reload keep it. */
export function usePage() {
  const [params, setParams] = useSearchParams();
  return {
    page: pageIn(params),
    setPage: (page: number) => setParams((current) => withPage(current, page)),
    /** In the place of one that is not there, which Back would lead to again. */
    replacePage: (page: number) =>
      setParams((current) => withPage(current, page), { replace: true }),
  };
}
