import { type RefObject, useEffect, useRef } from 'react'

/**
 * After each attempt, refused by us or by the service, the focus is on the first field that is wrong, else on what
 * says why. Gives the ref of the form.
 */
export function useFocusOnFirstInvalid(attempts: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const first =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>('[data-summary]')
    const control = first?.matches('[role="radiogroup"]') ? first.querySelector('input') : first
    control?.focus()
  }, [attempts])
  return form
}
