/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the ARIA 1.2 combobox: options are listed by role and the keys are the input's */
import './palette.css'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Layer } from '../../ui/overlays/dialog.tsx'
import type { Item, Section } from './items.ts'
import { Keycaps } from './keycaps.tsx'
import type { RecordInView } from './record-in-view.ts'
import { useSections } from './use-sections.tsx'
import { plural, t } from '../../messages/text.ts'

type Props = {
  /** Only what can be done with this record. */
  record?: RecordInView | undefined
  onClose: () => void
  onSheet: () => void
}

/** Finds anything and does anything that a key or a link does, from one box. */
export function Palette({ record, onClose, onSheet }: Props) {
  const [typed, setTyped] = useState('')
  const found = useSections(typed, record, onSheet)
  const list = useList(found, onClose, typed)
  const name = record ? t('Row actions') : t('Search')
  return (
    <Layer open onOpenChange={onClose} title={name} className="dialog palette">
      <div className="palette-box">
        <Search />
        <input
          role="combobox"
          aria-label={name}
          aria-expanded
          aria-controls={list.id}
          aria-autocomplete="list"
          aria-activedescendant={list.active ? `${list.id}-${list.active.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={
            record
              ? t('What to do')
              : t('Id, reference, hash, amount, name, e-mail, page or command')
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={list.onKeyDown}
        />
        {found.isBusy ? <span className="spinner" /> : null}
      </div>
      <SectionList sections={found.sections} list={list} label={name} />
      <p className="visually-hidden" role="status">
        {found.isBusy
          ? t('Searching')
          : plural(list.count, { one: '{count} result', other: '{count} results' })}
      </p>
      {list.count === 0 && !found.isBusy ? <p className="palette-note">{found.none}</p> : null}
      {record ? null : (
        <p className="palette-note only-large" aria-hidden="true">
          <kbd>&gt;</kbd> {t('commands')} <kbd>@</kbd> {t('people')} <kbd>#</kbd> {t('saved views')}{' '}
          <Keycaps keys="Mod+Enter" /> {t('new tab')}
        </p>
      )}
    </Layer>
  )
}

type List = ReturnType<typeof useList>

/** Which line is marked, and what keys do. Where none is there yet, Enter waits for the answer. */
function useList(found: ReturnType<typeof useSections>, onClose: () => void, typed: string) {
  const navigate = useNavigate()
  const id = useId()
  const [marked, setMarked] = useState<string | undefined>()
  const latest = useRef<string | undefined>(undefined)
  useEffect(() => {
    latest.current = typed
    return () => {
      latest.current = undefined
    }
  }, [typed])
  const items = found.sections.flatMap((section) => section.items)
  const at = items.findIndex(({ key }) => key === marked)
  const active = items[Math.max(0, at)]
  const take = ({ to, run }: Item, isNewTab = false) => {
    if (to !== undefined && isNewTab) {
      window.open(to, '_blank', 'noopener')
      return
    }
    onClose()
    run?.()
    if (to !== undefined) void navigate(to)
  }
  const enter = async (isNewTab: boolean) => {
    const first = active ?? (await found.ask())
    // Whoever types on or leaves meanwhile wants something else.
    if (first && (active || latest.current === typed)) take(first, isNewTab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      const next = (Math.max(0, at) + step + items.length) % items.length
      setMarked(items[next]?.key)
    } else if (event.key === 'Escape') {
      // A note at the edge of the screen would take the key for itself.
      onClose()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void enter(event.ctrlKey || event.metaKey)
    }
  }
  return { id, active, count: items.length, take, mark: setMarked, onKeyDown }
}

const intoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

type ListProps = { sections: readonly Section[]; list: List; label: string }

function SectionList({ sections, list, label }: ListProps) {
  const activeKey = list.active?.key
  return (
    <div className="palette-list" role="listbox" id={list.id} aria-label={label}>
      {sections.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <div className="palette-title" aria-hidden="true">
            {title}
          </div>
          {items.map((item) => (
            <div
              key={item.key}
              id={`${list.id}-${item.key}`}
              role="option"
              tabIndex={-1}
              className="menu-item"
              aria-selected={item.key === activeKey}
              data-active={item.key === activeKey || undefined}
              ref={item.key === activeKey ? intoView : undefined}
              onMouseMove={() => list.mark(item.key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => list.take(item, event.ctrlKey || event.metaKey)}
            >
              <span className="grow truncated">
                {item.label}
                {item.sub ? <span className="muted"> {item.sub}</span> : null}
              </span>
              {item.end}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
