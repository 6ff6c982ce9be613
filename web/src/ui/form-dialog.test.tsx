import '../styles/main.css';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FormDialog } from './form-dialog.tsx';
import { Input } from './input.tsx';

function Form({ onSubmit, pending = false }: { onSubmit: () => void; pending?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      title="New room"
      submit="Create"
      pending={pending}
      onSubmit={onSubmit}
    >
      <Input aria-label="Name" />
      <Input aria-label="Topic" />
    </FormDialog>
  );
}

test('the button sends it, and Enter in any field', async () => {
  const onSubmit = vi.fn();
  await render(<Form onSubmit={onSubmit} />);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(1);
  await page.getByRole('textbox', { name: 'Topic' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(2);
});

test('while it is on its way the button sends nothing; Cancel closes it', async () => {
  const onSubmit = vi.fn();
  await render(<Form onSubmit={onSubmit} pending />);
  await page.getByRole('button', { name: 'Create' }).click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
