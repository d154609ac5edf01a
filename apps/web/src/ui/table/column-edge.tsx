/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a separator that moves takes the focus and keys (ARIA window splitter) */
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { t } from '../../messages/text.ts'
import { columnMax, columnMin, withinWidths } from './model/column-layout.ts'
import type { Column } from './types.ts'

type Props<Row> = {
  column: Column<Row>
  onWidth: (id: string, pixels?: number) => void
}

const step = 16

/** The edge of a header: dragging it, or arrow keys, change the column's width; a double click gives it back its own. */
export function ColumnEdge<Row>({ column: { id, header, width }, onWidth }: Props<Row>) {
  const [dragged, setDragged] = useState<{ from: number; start: number; by: number } | undefined>()
  const [measured, setMeasured] = useState(columnMin)
  const now = width === 'grow' ? withinWidths(measured) : width
  const widthOf = (edge: HTMLElement) =>
    width === 'grow' ? (edge.parentElement?.offsetWidth ?? columnMin) : width
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by !== undefined) onWidth(id, withinWidths(widthOf(event.currentTarget) + by))
    else if (event.key === 'Home') onWidth(id, columnMin)
    else if (event.key === 'End') onWidth(id, columnMax)
    else if (event.key === 'Delete' || event.key === 'Enter') onWidth(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged({ from: event.clientX, start: widthOf(event.currentTarget), by: 0 })
  }
  const onPointerUp = () => {
    setDragged(undefined)
    if (dragged && dragged.by !== 0) onWidth(id, withinWidths(dragged.start + dragged.by))
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      className="column-edge"
      aria-orientation="vertical"
      aria-label={t('Width of {header}', { header })}
      aria-valuemin={columnMin}
      aria-valuemax={columnMax}
      aria-valuenow={dragged ? withinWidths(dragged.start + dragged.by) : now}
      data-dragged={dragged ? '' : undefined}
      style={dragged ? { transform: `translateX(${dragged.by}px)` } : undefined}
      onFocus={({ currentTarget }) => setMeasured(widthOf(currentTarget))}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(id)}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        if (dragged) setDragged({ ...dragged, by: clientX - dragged.from })
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(undefined)}
    />
  )
}
