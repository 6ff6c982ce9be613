import { m } from '../paraglide/messages.js';

export const CONTENT_TYPES = [
  { value: 'all', label: m.ui_filter_all() },
  { value: 'text', label: m.ui_filter_text() },
  { value: 'file', label: m.ui_filter_files() },
] as const;

export const DATE_RANGES = [
  { value: 'all', label: m.ui_filter_all_time() },
  { value: 'today', label: m.ui_filter_today() },
  { value: 'week', label: m.ui_filter_week() },
  { value: 'month', label: m.ui_filter_month() },
] as const;

/** The option of that value; anything that is none counts as not set. */
export const chosen = <T extends string>(
  options: readonly { readonly value: T }[],
  value: string | null,
  otherwise: T,
): T => options.find((option) => option.value === value)?.value ?? otherwise;

/** What is not set stays out of the address. */
export function putChoice(
  params: URLSearchParams,
  name: string,
  value: string,
  unset: string,
): void {
  if (value === unset) params.delete(name);
  else params.set(name, value);
}

/** A search of nothing but spaces is none. */
export const putSearch = (params: URLSearchParams, search: string): void =>
  putChoice(params, 'search', search.trim() === '' ? '' : search, '');
