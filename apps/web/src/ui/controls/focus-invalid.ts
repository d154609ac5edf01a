import { type RefObject, useEffect, useRef } from 'react'

/** Puts the focus on the first field that is wrong, else on what says why; false where that cannot take it. */
export function focusFirstInvalid(form: HTMLElement | null): boolean {
  const first =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[data-summary]')
  const control = first?.matches('[role="radiogroup"]') ? first.querySelector('input') : first
  control?.focus()
  return control !== undefined && control !== null && document.activeElement === control
}

/** After each attempt, refused by us or by the service, the focus is on what is wrong. Gives the ref of the form. */
export function useFocusOnFirstInvalid(attempts: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts > 0) focusFirstInvalid(form.current)
  }, [attempts])
  return form
}
