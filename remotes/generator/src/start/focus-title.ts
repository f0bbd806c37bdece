/** Moves the focus from what goes, or from the preview below the form, to the page's title. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
