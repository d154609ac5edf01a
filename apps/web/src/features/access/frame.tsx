import './access.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readinessQuery } from '../../api/queries/access.ts'
import { t } from '../../messages/text.ts'
import { Mark } from '../../ui/display/mark.tsx'
import { StatusIcon } from '../../ui/display/status-icon.tsx'

const corridors = [
  { from: 'EUR', to: 'USDC', at: 0.64 },
  { from: 'USD', to: 'USDC', at: 0.32 },
  { from: 'USDC', to: 'NGN', at: 0.8 },
  { from: 'GBP', to: 'USDC', at: 0.16 },
  { from: 'USDC', to: 'BRL', at: 0.48 },
  { from: 'USDC', to: 'MXN', at: 0.68 },
  { from: 'USDC', to: 'PHP', at: 0.26 },
]
const left = 72
const right = 528
const gap = 72
const top = 40

/** Ornament: what has gone, where it is, what is still to go. */
function Corridors() {
  return (
    <div className="access-art" aria-hidden="true">
      <svg viewBox="0 0 600 512" width="600" height="512">
        {corridors.map(({ from, to, at }, index) => {
          const y = top + index * gap
          const x = left + at * (right - left)
          return (
            <g key={to + from + index}>
              <text x={left - 20} y={y + 4} textAnchor="end">
                {from}
              </text>
              <text x={right + 20} y={y + 4}>
                {to}
              </text>
              <circle cx={left} cy={y} r="5" />
              <line x1={left + 9} x2={x - 9} y1={y} y2={y} className="travelled" />
              <line x1={x + 9} x2={right - 9} y1={y} y2={y} className="ahead" />
              <circle cx={x} cy={y} r="3" className="amount-dot" />
              <circle cx={right} cy={y} r="5" className="destination" />
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** The two halves of the pages before the shell: the form, and corridors as its only picture. */
export function AccessFrame({ children }: { children: ReactNode }) {
  return (
    <div className="access-page">
      <main className="access-form" id="main">
        <span className="brand">
          <Mark />
          {t('Corridor')}
        </span>
        <div className="access-body">{children}</div>
        <footer className="caption row between">
          {window.location.host}
          <ServiceState />
        </footer>
      </main>
      <Corridors />
    </div>
  )
}

/** Says before anybody signs in that the service is there, or that it is not. */
function ServiceState() {
  const { data, isError } = useQuery(readinessQuery)
  if (data === undefined && !isError) return null
  const isReady = data === true && !isError
  return (
    <output className="row gap-1">
      <span className={isReady ? 'tone-done' : 'tone-fail'}>
        <StatusIcon meaning={isReady ? 'done' : 'fail'} />
      </span>
      {isReady ? t('All systems working') : t('The service cannot be reached')}
    </output>
  )
}
