import { ArrowLeft, Plus, X } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { Popover } from '../overlays/popover.tsx'
import { useZone } from '../display/time.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filterText, parametersOf } from './filters.ts'
import type { FilterField } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'
import type { ListState } from './use-list-state.ts'

export type FilterBarHandle = { find: () => void }

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
  return (
    <div className="list-filters">
      <div className="filters">
        {state.active.map((field) => (
          <FilterChip key={field.key} field={field} state={state} />
        ))}
        {unused.length > 0 ? <AddFilter fields={unused} state={state} ref={ref} /> : null}
        {state.active.length > 0 ? (
          <button type="button" className="link min-h-6 nowrap" onClick={state.clear}>
            Clear
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

function FilterChip({ field, state }: { field: FilterField; state: ListState }) {
  const zone = useZone()
  const [open, setOpen] = useState(false)
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
        aria-label={`Remove filter ${field.label}`}
        onClick={() => state.set(without(field))}
      >
        <X className="icon-small" />
      </button>
    </span>
  )
}

type AddProps = {
  fields: readonly FilterField[]
  state: ListState
  ref?: Ref<FilterBarHandle> | undefined
}

function AddFilter({ fields, state, ref }: AddProps) {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string | undefined>()
  const chosen = fields.find((field) => field.key === key)
  const close = () => {
    setOpen(false)
    setKey(undefined)
  }
  useImperativeHandle(ref, () => ({
    find: () => {
      setKey(fields.find((field) => field.kind === 'text')?.key)
      setOpen(true)
    },
  }))
  return (
    <Popover
      label={chosen?.label ?? 'Add filter'}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      trigger={
        <button type="button" className="chip chip-add">
          <Plus className="icon-medium" />
          Add filter
        </button>
      }
    >
      {chosen ? (
        <>
          <button type="button" className="row gap-1 muted mb-2" onClick={() => setKey(undefined)}>
            <ArrowLeft className="icon-medium" />
            All filters
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
