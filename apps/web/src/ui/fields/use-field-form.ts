import type { ErrorDetail, Field } from '@corridor/contract'
import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type FieldErrors,
  type Resolver,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { focusFirstInvalid } from '../controls/focus-invalid.ts'
import { type FormProblem, useRefusal } from './use-refusal.ts'
import {
  answersOf,
  byKey,
  byName,
  decisiveText,
  type FieldGroup,
  keysOf,
  mergeValues,
  nameOf,
  shownGroups,
  typedOf,
  type Values,
} from './values.ts'

const refreshAfterMs = 300

type Options = {
  /** As the service describes them; the same array as long as nothing changed. */
  groups: readonly FieldGroup[]
  /** Answers by key to begin with, such as those of a draft; they win over what the service knows. */
  initial?: Values
  /** After each change, with the answers so far; `typed` are those that the service does not know: for drafts. */
  onChange?: (answers: Values, typed: Values) => void
  /** A field that decides about others has changed: ask the service again and pass its new `groups`. */
  onRefresh?: (answers: Values) => void
  /** What the paths of the service's errors begin with, before a field's key, such as `fields.`. */
  pathPrefix?: string
}

export type FieldFormState = {
  form: UseFormReturn<Values>
  /** For the `<form>` or another element around the inputs: the first invalid one of it takes the focus. */
  element: RefCallback<HTMLElement>
  /** What is asked for now. */
  groups: readonly FieldGroup[]
  /** Answers by dotted key, without empty ones. */
  answers: Values
  /** Files of `file` fields by their key. */
  files: ReadonlyMap<string, File>
  setFile: (key: string, file: File | undefined) => void
  /** Checks everything and calls `send` if nothing is wrong; otherwise the first wrong field takes the focus. */
  submit: (send: (answers: Values) => void) => (event?: { preventDefault: () => void }) => void
  /**
   * Puts a refusal of the service at the fields that it names, the rest into the summary. `claim` takes details that
   * something beside the form shows.
   */
  refuse: (error: unknown, claim?: (detail: ErrorDetail) => boolean) => void
  problem: FormProblem | undefined
}

type Context = { fields: readonly Field[] }

const resolver: Resolver<Values, Context> = async (values, context) => {
  const { messagesOf } = await import('./checks.ts')
  const messages = messagesOf(context?.fields ?? [], byKey(values))
  if (messages.size === 0) return { values, errors: {} }
  const errors: FieldErrors<Values> = {}
  for (const [name, message] of messages) errors[name] = { type: 'check', message }
  return { values: {}, errors }
}

/** State of a form whose fields the service describes; `FieldForm` shows it. */
export function useFieldForm(options: Options): FieldFormState {
  const { groups, onRefresh, onChange } = options
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups])
  const [start] = useState(() =>
    mergeValues(fields, { values: options.initial ?? {}, prefilled: {} }),
  )
  const form = useForm<Values, Context>({
    defaultValues: byName(start.values),
    resolver,
    context: { fields },
    mode: 'onTouched',
    // Some fields are no plain inputs; the first invalid one on screen takes the focus instead.
    shouldFocusError: false,
  })
  const values = byKey(useWatch({ control: form.control }))
  const prefilled = useNewFields(form, fields, start.prefilled)

  const answers = answersOf(fields, values)
  useAfter(JSON.stringify(answers), 0, () => onChange?.(answers, typedOf(answers, prefilled())))
  useAfter(decisiveText(fields, values), refreshAfterMs, () => onRefresh?.(answers))

  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map())
  const refusal = useRefusal()
  const root = useRef<HTMLElement>(null)
  const element = useCallback((node: HTMLElement | null) => {
    root.current = node
  }, [])
  useFocusOnFirstInvalid(root, form.formState.submitCount, refusal.count)
  return {
    form,
    element,
    groups: shownGroups(groups, values),
    answers,
    files,
    setFile: (key, file) => {
      const next = new Map(files)
      if (file) next.set(key, file)
      else next.delete(key)
      setFiles(next)
      form.setValue(nameOf(key), file?.name ?? '', { shouldTouch: true, shouldValidate: true })
    },
    submit: (send) => {
      const handle = form.handleSubmit((typed) => send(answersOf(fields, byKey(typed))))
      return (event) => {
        event?.preventDefault()
        refusal.clear()
        void handle()
      }
    },
    refuse: (error, claim) => {
      const known = new Set(fields.flatMap(keysOf))
      const prefix = options.pathPrefix ?? ''
      refusal.refuse(error, (detail) => {
        const { path, message } = detail
        const key = path.startsWith(prefix) ? path.slice(prefix.length) : path
        if (!known.has(key)) return claim?.(detail) ?? false
        form.setError(nameOf(key), { type: 'server', message })
        return true
      })
    },
    problem: refusal.problem,
  }
}

/** Takes new fields over into the form; what was typed stays (`mergeValues`). */
function useNewFields(
  form: UseFormReturn<Values, Context>,
  fields: readonly Field[],
  prefilled: Values,
) {
  const known = useRef({ fields, prefilled })
  useEffect(() => {
    if (known.current.fields === fields) return
    const before = byKey(form.getValues())
    const merged = mergeValues(fields, { values: before, prefilled: known.current.prefilled })
    known.current = { fields, prefilled: merged.prefilled }
    for (const [key, text] of Object.entries(merged.values)) {
      if (before[key] !== text) form.setValue(nameOf(key), text)
    }
  }, [form, fields])
  return () => known.current.prefilled
}

/** Acts when the text is another than before, after a pause without further changes. */
function useAfter(text: string, afterMs: number, act: () => void): void {
  const seen = useRef(text)
  const latest = useEffectEvent(act)
  useEffect(() => {
    if (seen.current === text) return undefined
    const timer = setTimeout(() => {
      seen.current = text
      latest()
    }, afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
}

/** After a refusal, by us or by the service, the focus is on the first field that it is about, else on the summary. */
function useFocusOnFirstInvalid(
  element: RefObject<HTMLElement | null>,
  submits: number,
  refusals: number,
): void {
  const seen = useRef(0)
  const isDue = useRef(false)
  // At every drawing until it is done: the message may be drawn later than the refusal is counted.
  useEffect(() => {
    if (submits + refusals !== seen.current) isDue.current = true
    seen.current = submits + refusals
    if (isDue.current) isDue.current = !focusFirstInvalid(element.current)
  })
}
