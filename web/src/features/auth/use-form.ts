import { useRef, useState, type SyntheticEvent } from 'react';
import type { Errors } from './validation.ts';

interface FormOptions<Name extends string> {
  readonly check: (values: Record<Name, string>) => Errors<Name>;
  readonly send: (values: Record<Name, string>) => Promise<void>;
}

const isField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement;

/**
 * Reads the fields when the form is submitted and not while they are typed in: what a password
 * manager filled, or a quick person typed before the page was hydrated, counts as well.
 */
export function useForm<Name extends string>({ check, send }: FormOptions<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  async function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const fields = [...event.currentTarget.elements].filter(isField);
    const values = Object.fromEntries(fields.map((field) => [field.name, field.value])) as Record<
      Name,
      string
    >;
    const found = check(values);
    setErrors(found);
    setFailure(null);
    const wrong = fields.find((field) => found[field.name as Name]);
    if (wrong) return wrong.focus();
    busy.current = true;
    setPending(true);
    try {
      await send(values);
    } catch (error) {
      setFailure(error);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  /** A field that is being put right is not told that it is wrong. */
  function onInput(event: SyntheticEvent<HTMLFormElement>) {
    const name = (event.target as HTMLInputElement).name as Name;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  }

  return {
    errors,
    failure,
    pending,
    form: { onSubmit, onInput, noValidate: true },
  };
}
