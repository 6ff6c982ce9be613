import { useRef, useState, type SyntheticEvent } from 'react';
import { randomId } from '../lib/random-id.ts';

/** An empty text marks the field alone. */
export type Errors<Name extends string> = { readonly [N in Name]?: string | undefined };
type Values<Name extends string> = Record<Name, string>;

interface FormOptions<Name extends string> {
  readonly check: (values: Values<Name>) => Errors<Name>;
  /** `attempt`: pressed again after a reply that got lost, it is done once. */
  readonly send: (values: Values<Name>, attempt: string) => Promise<unknown>;
  readonly failing?: (error: unknown) => Errors<Name>;
}

const isField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement;

/**
 * Read when submitted: what a password manager filled, or a quick person typed before the page was
 * hydrated, counts.
 */
export function useForm<Name extends string>({ check, send, failing }: FormOptions<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const attempt = useRef(randomId());

  async function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const fields = [...event.currentTarget.elements].filter(isField);
    const values = Object.fromEntries(
      fields.map((field) => [field.name, field.value]),
    ) as Values<Name>;
    const found = check(values);
    setErrors(found);
    setFailure(null);
    const wrong = fields.find((field) => found[field.name as Name] !== undefined);
    if (wrong) return wrong.focus();
    if (Object.values(found).some((text) => text !== undefined)) return;
    busy.current = true;
    setPending(true);
    try {
      await send(values, attempt.current);
    } catch (error) {
      setFailure(error);
      if (failing) setErrors(failing(error));
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  /** A field that is being put right is not told that it is wrong. */
  function onInput(event: SyntheticEvent<HTMLFormElement>) {
    attempt.current = randomId();
    const name = (event.target as HTMLInputElement).name as Name;
    if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined });
  }

  return {
    errors,
    failure,
    pending,
    form: { onSubmit, onInput, noValidate: true },
  };
}
