/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the ARIA 1.2 combobox: options are listed by role and the keys are the input's */
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export type ComboOption = {
  value: string
  label: string
  /** A second line, such as a masked account or a balance. */
  sub?: ReactNode
  /** Stays in the list and says why it cannot be chosen. */
  disabledReason?: string | undefined
}

type ListProps = {
  id: string
  label: string
  open: boolean
  options: readonly ComboOption[]
  value: string
  active: number
  onActive: (index: number) => void
  onTake: (option: ComboOption) => void
  emptyText: string
}

/** The list of a combobox; opens upwards when there is no room below. */
export function ComboList(props: ListProps) {
  const { id, label, open, options, value, active, onActive, onTake, emptyText } = props
  const list = useRef<HTMLUListElement>(null)
  const [up, setUp] = useState(false)
  useEffect(() => {
    if (!open) return
    const box = list.current?.parentElement?.getBoundingClientRect()
    setUp(box !== undefined && box.bottom > window.innerHeight - 240 && box.top > 240)
  }, [open])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul
      id={id}
      ref={list}
      role="listbox"
      aria-label={label}
      className={up ? 'combobox-list opens-up' : 'combobox-list'}
      hidden={!open}
    >
      {options.map((option, index) => (
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          className="menu-item"
          aria-selected={option.value === value}
          aria-disabled={option.disabledReason ? true : undefined}
          data-active={index === active || undefined}
          onMouseEnter={() => onActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span className="grow">
            {option.label}
            {option.sub || option.disabledReason ? (
              <span className="option-text">{option.disabledReason ?? option.sub}</span>
            ) : null}
          </span>
          {option.value === value ? <Check className="icon-medium chosen-mark mt-1" /> : null}
        </li>
      ))}
      {options.length === 0 ? (
        <li className="menu-item muted" role="option" aria-disabled="true" aria-selected="false">
          {emptyText}
        </li>
      ) : null}
    </ul>
  )
}
