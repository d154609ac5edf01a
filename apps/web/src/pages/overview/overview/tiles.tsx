import './overview.css'
import { useEffect, useRef } from 'react'
import type { Figures } from '../../../api/figures.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { isTyping } from '../../../ui/preferences/is-typing.ts'
import { beforeText, rangeOf } from './period.tsx'
import { lineThrough, type Tile, tilesOf } from './figures.ts'

/** The figures of the period; keys 1 to 4 go to them, Enter opens the list behind one. */
export function Tiles({ figures: { current, before } }: { figures: Figures }) {
  const range = rangeOf(current)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || !/^[1-4]$/.test(event.key)) return
      const tile = list.current?.querySelectorAll('a')[Number(event.key) - 1]
      if (!tile) return
      event.preventDefault()
      tile.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="tiles" ref={list}>
      {tilesOf(current, before).map((tile, index) => (
        <Card key={tile.name} className="tile" aria-label={tile.name} flush>
          <PageLink to={tile.to} aria-keyshortcuts={String(index + 1)}>
            <span className="row between">
              <span className="label">{tile.name}</span>
              <kbd aria-hidden="true">{index + 1}</kbd>
            </span>
            <span className="figure-small block">
              {tile.value}
              {tile.unit ? <small>{tile.unit}</small> : null}
            </span>
            <span className="muted block">{tile.detail}</span>
            <Sparkline tile={tile} figures={{ current, before }} />
            <span className="caption block">{beforeText(range, tile.before)}</span>
          </PageLink>
        </Card>
      ))}
    </div>
  )
}

/** Each day as a line, the days before it as a dotted one; the figures beside it say the same. */
function Sparkline(props: { tile: Tile; figures: Pick<Figures, 'current' | 'before'> }) {
  const { tile, figures } = props
  const [now, before] = [figures.current.days.map(tile.of), figures.before.days.map(tile.of)]
  const most = Math.max(...now, ...before)
  return (
    <svg viewBox="0 0 120 28" preserveAspectRatio="none" aria-hidden="true">
      <path className="is-before" d={lineThrough(before, most)} />
      <path d={lineThrough(now, most)} />
    </svg>
  )
}

export function TilesSkeleton() {
  return (
    <div className="tiles" aria-hidden="true">
      {[1, 2, 3, 4].map((key) => (
        <Card key={key} className="tile">
          <Skeleton width={120} />
        </Card>
      ))}
    </div>
  )
}
