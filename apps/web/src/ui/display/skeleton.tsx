import type { CSSProperties } from 'react'
import { t } from '../../messages/text.ts'

/** A bar in the place of a value; hidden from screen readers, because the region says that it loads. */
export function Skeleton({ width = '100%', look }: { width?: number | string; look?: 'pill' }) {
  return (
    <span
      className={look ? 'skeleton skeleton-pill' : 'skeleton'}
      style={{ width }}
      aria-hidden="true"
    />
  )
}

/** Below what loads for two seconds and more: a screen without words would leave people guessing. */
export function StillWaiting() {
  return <p className="still-waiting caption">{t('Still waiting for the service…')}</p>
}

/** Lines of a card that has not arrived; appears after 150 ms only. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  const widths = ['72%', '54%', '88%', '40%', '64%', '80%']
  return (
    <div className="stack skeleton-lines appear-late" style={{ '--gap': '16px' } as CSSProperties}>
      <span className="visually-hidden">{t('Loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={widths[index % widths.length] ?? '60%'} />
      ))}
    </div>
  )
}
