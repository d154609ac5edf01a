import { type KeyboardEvent, type ReactNode, useLayoutEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { preloadHandlers } from '../../routing/preload.ts'

export type Tab = {
  key: string
  label: string
  /** Where the tab lives; a tab is a view and a view is a URL. */
  to: string
  count?: string | number | undefined
  /** The count asks for attention. */
  hand?: boolean
}

type Props = {
  label: string
  tabs: readonly Tab[]
  current: string
  /** Content of the current tab; without it the tabs stand alone, above a list. */
  children?: ReactNode
}

/** Tabs that are links: arrows move between them, a click or Enter follows. */
export function Tabs({ label, tabs, current, children }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a small screen the current one may lie beyond the edge, and counts that come later push it there.
  useLayoutEffect(() => {
    const box = list.current
    const tab = document.getElementById(`${id}-${current}`)
    if (!box || !tab) return undefined
    const observer = new ResizeObserver(() => {
      box.scrollLeft = tab.offsetLeft - box.offsetLeft
    })
    for (const each of box.children) observer.observe(each)
    return () => observer.disconnect()
  }, [id, current])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[(at + step + links.length) % links.length]?.focus()
  }
  return (
    <>
      <div
        className="tabs"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {tabs.map((tab) => (
          <Link
            key={tab.key}
            id={`${id}-${tab.key}`}
            role="tab"
            to={tab.to}
            preventScrollReset
            aria-selected={tab.key === current}
            aria-controls={children && tab.key === current ? `${id}-panel` : undefined}
            aria-label={tab.label}
            title={tab.count === undefined ? undefined : `${tab.label}: ${tab.count}`}
            tabIndex={tab.key === current ? 0 : -1}
            {...preloadHandlers(tab.to)}
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className={tab.hand ? 'tab-count hand' : 'tab-count'} data-count={tab.count} />
            )}
          </Link>
        ))}
      </div>
      {children ? (
        <div
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${current}`}
          className="pt-4"
        >
          {children}
        </div>
      ) : null}
    </>
  )
}
