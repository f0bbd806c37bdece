/** Moves the focus to a field of a form, for example the first one that is refused. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
