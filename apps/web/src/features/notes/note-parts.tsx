import type { Callable } from '@corridor/client/http'
import type { ReactNode } from 'react'
import type { InputOf } from '../../api/call.ts'
import { t } from '../../messages/text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Time } from '../../ui/display/values.tsx'
import { useFixedForm } from '../../ui/fields/use-fixed-form.ts'
import { useAction } from '../actions/action.tsx'

const lengthMax = 2000

/** Who wrote what, and when. */
export function Note({ author, at, text }: { author: string; at: string; text: string }) {
  return (
    <li>
      <div className="row between">
        <b className="truncated">{author}</b>
        <span className="muted">
          <Time at={at} />
        </span>
      </div>
      <p className="wrap-text">{text}</p>
    </li>
  )
}

type FormProps<E extends Callable> = {
  operation: E
  inputOf: (text: string) => InputOf<E>
  onAdded: () => void | Promise<void>
  submit: string
  disabledReason?: string | undefined
  /** Beside the button. */
  children?: ReactNode
}

/** A new note; the field is empty again once it is added. */
export function NoteForm<E extends Callable>(props: FormProps<E>) {
  const { operation, inputOf, onAdded, submit, disabledReason, children } = props
  const form = useFixedForm({
    start: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: t('Write the note first.') } : {}),
  })
  const { values, errors, set, problem, element } = form
  const adding = useAction(operation, {
    repeats: true,
    onDone: () => {
      form.clear()
      return onAdded()
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit(({ text }) => {
    if (!disabledReason) adding.send(inputOf(text.trim()))
  })
  return (
    <form ref={element} className="stack" noValidate aria-label={t('New note')} onSubmit={onSubmit}>
      <Field label={t('Note')} error={errors.text ?? problem?.lines.join(' ')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={lengthMax}
            value={values.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      <div className="row">
        <Button
          type="submit"
          size="s"
          variant="primary"
          busy={adding.isBusy}
          disabledReason={disabledReason}
        >
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}
