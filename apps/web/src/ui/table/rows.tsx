/* oxlint-disable jsx-a11y/prefer-tag-over-role, react/incompatible-library -- the body of a table by role, see data-table.tsx; the virtualizer's functions are not passed on to memoized parts */
import {
  type ReactVirtualizer,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TableProps } from './types.ts'
import { TableRow } from './row.tsx'
import { useRememberedOffset } from './model/scroll-memory.ts'

export type RowsProps<Row> = TableProps<Row> & { rowHeight: number; small: boolean }

const overscan = 6
const headHeight = 32

/** The list scrolls inside itself. */
export function ElementRows<Row>(props: RowsProps<Row>) {
  const { rowHeight, scroller } = props
  const offset = useRememberedOffset()
  const virtual = useVirtualizer({
    count: countOf(props),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingStart: headHeight,
    initialOffset: offset,
  })
  return <VirtualBody {...props} virtual={virtual} margin={0} />
}

/** The page scrolls, on small screens. */
export function WindowRows<Row>(props: RowsProps<Row>) {
  const { rowHeight } = props
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0
    setMargin(top + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: countOf(props),
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: margin,
    scrollPaddingStart: headHeight + 48,
  })
  return (
    <div ref={body}>
      <VirtualBody {...props} virtual={virtual} margin={margin} />
    </div>
  )
}

/** All rows of one page at once. */
export function PlainRows<Row>(props: RowsProps<Row>) {
  const { rows, rowId, openId, selection, before, focusRef, small, stack } = props
  const body = useRef<HTMLDivElement>(null)
  useImperativeHandle(focusRef, () => (index) => {
    body.current?.querySelector<HTMLElement>(`[data-row="${index + before}"]`)?.focus()
  })
  return (
    <div className="data-body" role="rowgroup" ref={body}>
      {rows.map((row, index) => {
        const id = rowId(row)
        return (
          <TableRow
            key={id}
            {...rowProps(props)}
            row={row}
            index={before + index}
            stack={small ? stack : undefined}
            open={id === openId}
            picked={selection?.ids.has(id) ?? false}
          />
        )
      })}
    </div>
  )
}

type BodyProps<Row, S extends Element | Window> = RowsProps<Row> & {
  virtual: ReactVirtualizer<S, Element>
  margin: number
}

function VirtualBody<Row, S extends Element | Window>(props: BodyProps<Row, S>) {
  const { rows, rowId, openId, selection, before, virtual, margin, small, stack } = props
  const body = useRef<HTMLDivElement>(null)
  const items = virtual.getVirtualItems()
  useLoadedRange(props, items.at(0)?.index ?? 0, items.at(-1)?.index ?? 0)
  useImperativeHandle(props.focusRef, () => (index) => {
    virtual.scrollToIndex(index + before, { align: 'auto' })
    const link = () => body.current?.querySelector<HTMLElement>(`[data-row="${index + before}"]`)
    if (link()) link()?.focus({ preventScroll: true })
    else requestAnimationFrame(() => link()?.focus({ preventScroll: true }))
  })
  return (
    <div
      className="data-body data-virtual relative"
      role="rowgroup"
      ref={body}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map((item) => {
        const row = rows[item.index - before]
        const top = item.start - margin
        if (row === undefined) {
          const style = { transform: `translateY(${top}px)` }
          return <div className="data-row" key={item.key} style={style} />
        }
        const id = rowId(row)
        return (
          <TableRow
            key={id}
            {...rowProps(props)}
            row={row}
            index={item.index}
            stack={small ? stack : undefined}
            open={id === openId}
            picked={selection?.ids.has(id) ?? false}
            top={top}
          />
        )
      })}
    </div>
  )
}

/** Empty rows stand for what is not loaded: some at the end while there is more. */
function countOf<Row>({ before, rows, more }: RowsProps<Row>): number {
  return before + rows.length + (more ? 6 : 0)
}

function rowProps<Row>({ columns, rowId, rowLink, selection }: RowsProps<Row>) {
  return { columns, rowId, rowLink, toggle: selection?.toggle }
}

/** Shows the list which rows are on screen whenever that, or what is loaded, changes. */
function useLoadedRange<Row>(props: RowsProps<Row>, from: number, to: number): void {
  const notifyRange = useEffectEvent(props.onRange)
  const first = props.before
  const last = props.before + props.rows.length - 1
  useEffect(() => {
    notifyRange([from, to], [first, last])
  }, [from, to, first, last])
}
