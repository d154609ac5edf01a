import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ComboList, type ComboOption } from './combobox-list.tsx'
import { Field, type FieldControl, type FieldText } from './field.tsx'
import { t } from '../../messages/text.ts'

type Props = FieldText & {
  options: readonly ComboOption[]
  value: string
  onChange: (value: string, option: ComboOption) => void
  /** Remote search: called with the typed text after 120 ms; then `options` are shown as they come. */
  onSearch?: (text: string) => void
  loading?: boolean
  placeholder?: string
  emptyText?: string
  name?: string
  onBlur?: () => void
}

/** Text input with a list (role combobox, ARIA 1.2): type to narrow, arrows to move, Enter to take. */
export function Combobox(props: Props) {
  const { label, hint, error, optional } = props
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => <ComboControl {...props} control={control} />}
    </Field>
  )
}

function ComboControl({ control, ...props }: Props & { control: FieldControl }) {
  const combo = useCombobox(props)
  const { listId, open, active } = combo
  const root = useRef<HTMLDivElement>(null)
  return (
    <div
      className="combobox"
      ref={root}
      onBlur={(event) => {
        if (root.current?.contains(event.relatedTarget)) return
        combo.leave()
        props.onBlur?.()
      }}
    >
      <input
        {...control}
        className="input"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        name={props.name}
        placeholder={props.placeholder}
        value={combo.text ?? (combo.held ? '' : combo.known)}
        onFocus={combo.hold}
        onChange={(event) => combo.setText(event.target.value)}
        onClick={combo.show}
        onKeyDown={combo.onKeyDown}
      />
      <button
        type="button"
        className="copy-button combobox-toggle"
        tabIndex={-1}
        aria-label={t('Show choices')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={open ? combo.close : combo.show}
      >
        <ChevronDown className="icon-medium" />
      </button>
      <ComboList
        id={listId}
        label={typeof props.label === 'string' ? props.label : t('Choices')}
        open={open}
        options={combo.shown}
        value={props.value}
        active={active}
        onActive={combo.setActive}
        onTake={combo.take}
        emptyText={combo.waiting ? t('Searching') : (props.emptyText ?? t('Nothing matches'))}
      />
    </div>
  )
}

/** What is typed, open and marked, and how keys change it. */
function useCombobox(props: Props) {
  const { options, value, onChange } = props
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [text, setTyped] = useState<string | undefined>()
  const [active, setActive] = useState(-1)
  const [held, setHeld] = useState(false)
  const known = useLastLabel(
    value,
    options.find((option) => option.value === value),
  )
  const { shown, waiting } = useShown(text, props)

  const show = () => setOpen(true)
  /** A choice that arrives by itself must not come between a person and what he types. */
  const hold = () => setHeld(known === '')
  const close = () => {
    setHeld(false)
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const setText = (typed: string) => {
    setTyped(typed)
    setOpen(true)
    setActive(0)
  }
  const take = (option: ComboOption | undefined) => {
    if (!option || option.disabledReason) return
    onChange(option.value, option)
    close()
  }
  /** What was typed in full counts as chosen; anything less is dropped. */
  const leave = () => {
    const typed = text?.trim().toLowerCase()
    const named = shown.find(({ label }) => label.toLowerCase() === typed)
    if (named) take(named)
    close()
  }
  const move = (step: 1 | -1) => {
    const chosen = shown.findIndex((option) => option.value === value)
    const from = open ? active : chosen - (chosen < 0 ? 0 : step)
    setOpen(true)
    setActive(nextIndex(shown.length, from, step))
  }
  const onKeyDown = (event: KeyboardEvent) =>
    answerKey(event, { open, move, close, take: () => take(shown[active]) })
  return {
    listId,
    open,
    text,
    known,
    held,
    hold,
    shown,
    waiting,
    active,
    setActive,
    setText,
    show,
    close,
    leave,
    take,
    onKeyDown,
  }
}

/** Arrows move, Enter takes, Escape closes; what is handled here reaches no one else. */
function answerKey(
  event: KeyboardEvent,
  list: { open: boolean; move: (step: 1 | -1) => void; close: () => void; take: () => void },
) {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    list.move(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Enter' && list.open) {
    event.preventDefault()
    list.take()
  } else if (event.key === 'Escape' && list.open) {
    event.stopPropagation()
    list.close()
  }
}

/** The options that fit what is typed; until a search has answered they are those of the text before. */
function useShown(
  text: string | undefined,
  { options, onSearch, loading }: Pick<Props, 'options' | 'onSearch' | 'loading'>,
) {
  const searched = useDebounced(text, onSearch)
  if (text === undefined) return { shown: options, waiting: false }
  const isRemote = onSearch !== undefined
  const isAnswered = isRemote && searched === text && !loading
  return {
    shown: isAnswered ? options : options.filter(matches(text)),
    waiting: isRemote && !isAnswered,
  }
}

function matches(text: string) {
  const wanted = text.trim().toLowerCase()
  return (option: ComboOption) =>
    wanted === '' ||
    option.label.toLowerCase().includes(wanted) ||
    option.value.toLowerCase().includes(wanted) ||
    (typeof option.sub === 'string' && option.sub.toLowerCase().includes(wanted))
}

function nextIndex(count: number, from: number, step: 1 | -1): number {
  if (count === 0) return -1
  if (from < 0) return step === 1 ? 0 : count - 1
  return (from + step + count) % count
}

/** Remembers the chosen label when a remote search no longer lists it. */
function useLastLabel(value: string, chosen: ComboOption | undefined): string {
  const [last, setLast] = useState({ value: '', label: '' })
  if (chosen && (last.value !== value || last.label !== chosen.label)) {
    setLast({ value, label: chosen.label })
  }
  if (chosen) return chosen.label
  return last.value === value ? last.label : ''
}

/** Searches once typing pauses; gives the text that was searched for last. */
function useDebounced(text: string | undefined, onSearch: Props['onSearch']): string | undefined {
  const [searched, setSearched] = useState<string | undefined>()
  const search = useEffectEvent((typed: string) => {
    onSearch?.(typed)
    setSearched(typed)
  })
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => search(text), 120)
    return () => clearTimeout(timer)
  }, [text])
  return searched
}
