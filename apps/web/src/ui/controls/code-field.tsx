import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

type Props = FieldText & ComponentProps<'textarea'>

/** A labelled box for several lines of code or data. */
export function CodeField({ label, hint, error, optional, className, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <textarea
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...input}
          {...control}
          className={clsx('input mono', className)}
        />
      )}
    </Field>
  )
}
