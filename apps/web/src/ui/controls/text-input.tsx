import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldText } from './field.tsx'

type InputProps = ComponentProps<'input'> & {
  mono?: boolean | undefined
  small?: boolean | undefined
}

export function TextInput({ mono, small, className, ...rest }: InputProps) {
  return (
    <input
      type="text"
      {...rest}
      className={clsx('input', mono && 'mono', small && 'input-small', className)}
    />
  )
}

type TextFieldProps = FieldText & InputProps & { fieldClass?: string }

/** A labelled text input; spreads what a form library registers onto the input. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, fieldClass, ...input } = props
  return (
    <Field {...{ label, hint, error, optional }} {...(fieldClass ? { className: fieldClass } : {})}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  )
}

type AmountFieldProps = TextFieldProps & { unit: ReactNode }

/** Right-aligned figures with the currency beside them. Keeps the text as typed; the page reads it. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, optional, fieldClass, unit, ...input } = props
  return (
    <Field {...{ label, hint, error, optional }} {...(fieldClass ? { className: fieldClass } : {})}>
      {(control) => (
        <div className="input-box input-number">
          <TextInput inputMode="decimal" autoComplete="off" {...input} {...control} />
          <span className="muted">{unit}</span>
        </div>
      )}
    </Field>
  )
}
