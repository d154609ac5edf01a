import { type Callable, type Sent, pathOf } from '@corridor/client/http'
import { createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { AnswerOf, InputOf } from '../../api/call.ts'
import { queries } from '../../api/query-client.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Button, type ButtonVariant, CopyButton } from '../../ui/controls/button.tsx'
import { Form } from '../../ui/controls/form.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useAction, Refused } from '../actions/action.tsx'
import { t } from '../../messages/text.ts'

type Frame = {
  /** Of the dialog that holds the control, which is done with its one action. */
  close?: () => void
  /** Says in words what came of it. */
  say: (text: string) => void
}

/** Where controls are shown: in a page unless something else says so. */
export const FrameContext = createContext<Frame>({
  say: (title) => toast({ tone: 'done', title }),
})

/** A single control as a dialog of its own. */
export function ControlDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { say } = useContext(FrameContext)
  return <FrameContext value={{ close: onClose, say }}>{children}</FrameContext>
}

// What a person types or prefers is theirs; everything else may have changed.
const unchanged: readonly unknown[] = ['session', 'drafts', 'preferences']

/** An operation of the sandbox: what it does can show on any part of the page. */
export function useControl<E extends Callable>(endpoint: E, says: (answer: AnswerOf<E>) => string) {
  const { close, say } = useContext(FrameContext)
  const action = useAction(endpoint, {
    repeats: true,
    onDone: (answer) => {
      close?.()
      say(says(answer))
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => !unchanged.includes(queryKey[0]),
      })
    },
  })
  return { ...action, endpoint }
}

type Choice<E extends Callable> = {
  label: string
  input: InputOf<E>
  variant?: ButtonVariant
}

type Props<E extends Callable> = {
  title: string
  text?: string
  state: Omit<ReturnType<typeof useControl<E>>, 'forget'>
  /** What it can do; a dialog has one. */
  choices: readonly [Choice<E>, ...Choice<E>[]]
  /** Whether what is typed can be sent; shows what is wrong. */
  check?: () => boolean
  refused: string
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

/** One control with its fields, its buttons and the same request for a terminal. */
export function Control<E extends Callable>(props: Props<E>) {
  const { title, text, state, choices, check, refused, initialFocus, children } = props
  const { close } = useContext(FrameContext)
  const missing = useMissingPermission('sandbox')
  const send = (input: InputOf<E>) => {
    if (check?.() ?? true) state.send(input)
  }
  const [first] = choices
  const curls = choices.map(({ label, input }) => (
    <Curl key={label} label={label} endpoint={state.endpoint} input={input} />
  ))
  if (close) {
    return (
      <FormDialog
        title={title}
        description={text}
        {...(initialFocus ? { initialFocus } : {})}
        button={first.label}
        isBusy={state.isBusy}
        disabledReason={missing}
        onSubmit={() => send(first.input)}
        onClose={close}
      >
        {children}
        <Refused title={refused} error={state.error} />
        {curls}
      </FormDialog>
    )
  }
  return (
    <Form
      className="grid gap-2"

      aria-label={title}
      onSubmit={() => {
        if (!missing) send(first.input)
      }}
    >
      <p className="strong">{title}</p>
      {text ? <p className="muted">{text}</p> : null}
      {children}
      <div className="row flex-wrap">
        {choices.map(({ label, input, variant }) => (
          <Button
            key={label}
            size="s"
            variant={variant}
            busy={state.isBusy}
            disabledReason={missing}
            onClick={() => send(input)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Refused title={refused} error={state.error} />
      {curls}
    </Form>
  )
}

function Curl({ label, endpoint, input }: { label: string; endpoint: Callable; input: Sent }) {
  const text = curlOf(window.location.origin, endpoint, input)
  return (
    <details>
      <summary className="muted">{t('cURL: {label}', { label })}</summary>
      <div className="row items-start">
        <pre className="code grow">{text}</pre>
        <CopyButton text={text} label={t('Copy cURL: {label}', { label })} />
      </div>
    </details>
  )
}

/** The same request from a terminal; the key stays a variable, so that it can be pasted anywhere. */
export function curlOf(origin: string, { method, path }: Callable, { params, body }: Sent): string {
  const lines = [
    `curl -X ${method} "${origin}${pathOf(path, params)}"`,
    '-H "x-api-token: $CORRIDOR_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** One word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
