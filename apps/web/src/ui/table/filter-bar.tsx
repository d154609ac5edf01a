import { ArrowLeft, Plus, X } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { Popover } from '../overlays/popover.tsx'
import { useZone } from '../display/values.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filterText, parametersOf } from './filters.ts'
import type { FilterField } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'
import type { ListState } from './use-list-state.ts'
import { t } from '../../messages/text.ts'

/** `find` opens the text filter with the focus in it; false where there is none. */
export type FilterBarHandle = { find: () => boolean }

type Props = {
  fields: readonly FilterField[]
  state: ListState
  /** At the right end, such as "12 new". */
  end?: ReactNode
  ref?: Ref<FilterBarHandle>
}

/** Chips of the filters in force, each with its editor; "Add filter" lists the others. */
export function FilterBar({ fields, state, end, ref }: Props) {
  const unused = fields.filter((field) => !state.active.includes(field))
  const text = fields.find(({ kind }) => kind === 'text')
  const [found, setFound] = useState<FilterField | undefined>()
  useImperativeHandle(ref, () => ({
    find: () => {
      setFound(text)
      return text !== undefined
    },
  }))
  const findingOf = (field: FilterField | undefined) => ({
    isFound: field !== undefined && field === found,
    onFound: () => setFound(undefined),
  })
  return (
    <div className="list-filters">
      <div className="filters">
        {state.active.map((field) => (
          <FilterChip key={field.key} field={field} state={state} {...findingOf(field)} />
        ))}
        {unused.length > 0 ? (
          <AddFilter
            fields={unused}
            state={state}
            {...findingOf(unused.find((field) => field === text))}
          />
        ) : null}
        {state.active.length > 0 ? (
          <button type="button" className="link min-h-6 nowrap" onClick={state.clear}>
            {t('Clear')}
          </button>
        ) : null}
      </div>
      {end}
    </div>
  )
}

/** A filter taken away takes all of its parameters with it. */
function without(field: FilterField): ListQuery {
  return Object.fromEntries(parametersOf(field).map((name) => [name, undefined]))
}

/** A key has asked for the text filter: it is open until it is closed. */
type Finding = { isFound: boolean; onFound: () => void }
type ChipProps = Finding & { field: FilterField; state: ListState }

function FilterChip({ field, state, isFound, onFound }: ChipProps) {
  const zone = useZone()
  const [own, setOwn] = useState(false)
  const open = own || isFound
  const setOpen = (next: boolean) => {
    setOwn(next)
    onFound()
  }
  return (
    <span className="chip">
      <Popover
        label={field.label}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="chip-text">
            <span>{field.label}</span>
            <b className="truncated">{filterText(field, state.values, zone)}</b>
          </button>
        }
      >
        <FilterEditor
          field={field}
          values={state.values}
          onChange={state.set}
          onDone={() => setOpen(false)}
        />
      </Popover>
      <button
        type="button"
        className="chip-remove"
        aria-label={t('Remove filter {label}', { label: field.label })}
        onClick={() => state.set(without(field))}
      >
        <X className="icon-small" />
      </button>
    </span>
  )
}

type AddProps = Finding & {
  fields: readonly FilterField[]
  state: ListState
}

function AddFilter({ fields, state, isFound, onFound }: AddProps) {
  const [own, setOwn] = useState(false)
  const [key, setKey] = useState<string | undefined>()
  const open = own || isFound
  const chosen = isFound
    ? fields.find((field) => field.kind === 'text')
    : fields.find((field) => field.key === key)
  const close = () => {
    setOwn(false)
    setKey(undefined)
    onFound()
  }
  return (
    <Popover
      label={chosen?.label ?? t('Add filter')}
      open={open}
      onOpenChange={(next) => (next ? setOwn(true) : close())}
      trigger={
        <button type="button" className="chip chip-add">
          <Plus className="icon-medium" />
          {t('Add filter')}
        </button>
      }
    >
      {chosen ? (
        <>
          <button
            type="button"
            className="row gap-1 muted mb-2"
            onClick={() => {
              setKey(undefined)
              setOwn(true)
              onFound()
            }}
          >
            <ArrowLeft className="icon-medium" />
            {t('All filters')}
          </button>
          <FilterEditor field={chosen} values={state.values} onChange={state.set} onDone={close} />
        </>
      ) : (
        <ul className="-m-2">
          {fields.map((field) => (
            <li key={field.key}>
              <button type="button" className="menu-item" onClick={() => setKey(field.key)}>
                {field.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
