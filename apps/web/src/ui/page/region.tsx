import type { UseQueryResult } from '@tanstack/react-query'
import { Clock, RotateCw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { errorText, isApiError } from '../../api/errors.ts'
import { useLocation } from 'react-router'
import { Button } from '../controls/button.tsx'
import { EmptyState } from '../display/blocks.tsx'
import { SkeletonLines, StillWaiting } from '../display/skeleton.tsx'
import { useZone } from '../display/values.tsx'
import { clockText } from '../format/times.ts'
import { paths } from '../../routing/paths.ts'
import { LinkButton } from './links.tsx'
import { Copied } from '../controls/copied.tsx'
import { t } from '../../messages/text.ts'

export type RegionQuery<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isFetching' | 'dataUpdatedAt'
> & { refetch: () => Promise<unknown> }

type Props<T> = {
  query: RegionQuery<T>
  /** The plural or name that stands in "… could not be read". */
  what: string
  /** Its own skeleton, where the layout is known; must take the final height. */
  skeleton?: ReactNode
  /** Words for an answer that holds nothing. */
  empty?: (data: T) => ReactNode | undefined
  children: (data: T) => ReactNode
}

/**
 * The four states of a part of a page: first load, refresh, empty, error with or without old data.
 * Files that its content waits for belong to the first load (`WithPage`).
 */
export function Region<T>({ query, what, skeleton, empty, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined) {
    if (error) return <RegionError error={error} what={what} onRetry={() => void refetch()} />
    return <Loading skeleton={skeleton} />
  }
  return (
    <Suspense fallback={<Loading skeleton={skeleton} />}>
      <div className={isFetching ? 'region refreshing' : 'region'} aria-busy={isFetching}>
        {error ? <StaleStrip at={query.dataUpdatedAt} onRetry={() => void refetch()} /> : null}
        {empty?.(data) ?? children(data)}
      </div>
    </Suspense>
  )
}

function Loading({ skeleton = <SkeletonLines /> }: { skeleton: ReactNode }) {
  return (
    <div className="region" aria-busy="true">
      {skeleton}
      <StillWaiting />
    </div>
  )
}

/** For a part with a file of its own: the region waits for one it opens with, and shows a later one when it is there. */
export function WithPage({ children }: { children: ReactNode }) {
  const [isFirst] = useState(children !== null)
  return isFirst ? children : <Suspense>{children}</Suspense>
}

/** Above rows that are older than they should be. */
export function StaleStrip({ at, onRetry }: { at: number; onRetry: () => void }) {
  const zone = useZone()
  const seconds = useRetryIn(onRetry, true)
  return (
    <output className="stale">
      <Clock className="icon-medium" />
      <span>
        {t('Shown as of {time}.', { time: clockText(at, zone) })}
        {seconds === undefined ? '' : ` ${t('Retrying in {seconds} s.', { seconds })}`}
      </span>
      <button type="button" onClick={onRetry}>
        {t('Retry now')}
      </button>
    </output>
  )
}

type ErrorProps = { error: unknown; what: string; onRetry?: () => void }

/** What failed, whether money moved, what comes next, and the request's id. */
export function RegionError({ error, what, onRetry }: ErrorProps) {
  const known = isApiError(error) ? error : undefined
  const mayWorkLater = !known || known.retryable
  const seconds = useRetryIn(onRetry, mayWorkLater)
  if (known?.status === 404) {
    return (
      <EmptyState title={t('{what} not found', { what })} actions={<ToList />}>
        {t('Not found in this workspace or environment. The link may belong to another one.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('{what} could not be read', { what })}
      actions={
        <>
          {onRetry ? (
            <Button icon={RotateCw} onClick={onRetry}>
              {t('Retry now')}
            </Button>
          ) : null}
          {known?.requestId ? <RequestId id={known.requestId} /> : null}
        </>
      }
    >
      {errorText(error)} {t('No money moved because of this.')}
      {seconds === undefined ? '' : ` ${t('Retrying in {seconds} s.', { seconds })}`}
    </EmptyState>
  )
}

/** The way on from a record that is not there: the list that its address lies under. */
export function ToList() {
  const { pathname } = useLocation()
  const list = paths.listOf(pathname)
  return (
    <LinkButton to={list} variant="primary">
      {list === paths.overview ? t('Go to the overview') : t('Go to the list')}
    </LinkButton>
  )
}

export function RequestId({ id }: { id: string }) {
  return (
    <span className="row gap-1">
      <span className="muted">{t('Request')}</span>
      <Copied text={id} label={t('Copy request id')} />
    </span>
  )
}

const firstWaitS = 8
const lastWaitS = 64

/** Counts down and retries by itself, each time after twice as long; undefined when it does not. */
function useRetryIn(onRetry: (() => void) | undefined, enabled: boolean): number | undefined {
  const [wait, setWait] = useState(firstWaitS)
  const [left, setLeft] = useState(firstWaitS)
  const tick = useEffectEvent(() => {
    if (left > 1) {
      setLeft(left - 1)
      return
    }
    const next = Math.min(wait * 2, lastWaitS)
    setWait(next)
    setLeft(next)
    onRetry?.()
  })
  const active = enabled && onRetry !== undefined
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [active])
  return active ? left : undefined
}
