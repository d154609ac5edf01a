import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form'
import { isApiError } from '../../api/errors.ts'
import { useFocusOnFirstInvalid } from '../controls/focus-invalid.ts'
import { useRefusal } from './use-refusal.ts'

export type FixedErrors<V> = { [K in keyof V]?: string | undefined }

type Options<V extends FieldValues> = {
  start: V
  /** What is wrong before anything is sent, by field. */
  check: (values: V) => FixedErrors<V>
  /** Which field a path of the service's answer is about; that of the same name without it. */
  fieldOf?: (path: string, code: string) => Path<V> | undefined
}

export type FixedForm<V extends FieldValues> = ReturnType<typeof useFixedForm<V>>

/** State of a form whose fields are known beforehand; `useFieldForm` is for those that the service describes. */
export function useFixedForm<V extends FieldValues>({ start, check, fieldOf }: Options<V>) {
  const resolver: Resolver<V> = (values) => {
    const errors = Object.entries(check(values)).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'check', message }]],
    )
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> }
  }
  const form = useForm<V>({
    defaultValues: start as DefaultValues<V>,
    resolver,
    reValidateMode: 'onSubmit',
    // Some fields are no plain inputs; the first invalid one on screen takes the focus instead.
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control }) as V
  const refusal = useRefusal()
  const { errors, submitCount } = form.formState
  const set = (change: Partial<V>) => {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>)
    }
    form.clearErrors()
    refusal.clear()
  }
  const messages = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message]),
  ) as FixedErrors<V>
  /** What a field takes that gives its value as it is. */
  const choice = <N extends keyof V & string>(name: N) => ({
    value: values[name],
    error: messages[name],
    onChange: (value: string) => set({ [name]: value } as Partial<V>),
  })
  return {
    values,
    errors: messages,
    choice,
    /** The same for an input of the browser. */
    field: <N extends keyof V & string>(name: N) => ({
      ...choice(name),
      onChange: ({ target }: { target: { value: string } }) => choice(name).onChange(target.value),
    }),
    /** What belongs to no field. */
    problem: refusal.problem,
    /** For the `<form>`: the first invalid input takes the focus. */
    element: useFocusOnFirstInvalid(submitCount + refusal.count),
    /** A change clears the messages about the values before. */
    set,
    clear: () => set(start),
    submit: (send: (values: V) => void) => (event: { preventDefault: () => void }) => {
      event.preventDefault()
      refusal.clear()
      void form.handleSubmit((checked) => send(checked))()
    },
    refuse: (error: unknown) =>
      refusal.refuse(error, ({ path, message }) => {
        const code = isApiError(error) ? error.code : ''
        const name = fieldOf ? fieldOf(path, code) : (path as Path<V>)
        if (name === undefined || !(name in values)) return false
        form.setError(name, { type: 'server', message })
        return true
      }),
  }
}
