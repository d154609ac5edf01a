import { type ComponentType, Suspense, useEffect } from 'react'
import { matchPath, type Params, useParams } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import type { PageModule } from '../../../routing/page-route.ts'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

/** The parts by what the address names: a tab, a form, or a record. */
const loaders: Record<string, () => Promise<PageModule>> = {
  reserves: () => import('../reserves/reserves.tsx'),
  quotes: () => import('../quotes/list.tsx'),
  replenish: () => import('../drawings/list.tsx'),
  payments: () => import('../payments/payments.tsx'),
  limits: () => import('../limits/limits.tsx'),
  'reserves/new': () => import('../quote/quote.tsx'),
  'reserves/id': () => import('../frame/frame.tsx'),
  'drawings/new': () => import('../draw/draw.tsx'),
  'drawings/id': () => import('../drawing/drawing.tsx'),
  'replenishments/id': () => import('../replenishment/replenishment.tsx'),
}

const parts: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(loaders).map(([key, load]) => [key, lazyPart(load, 'Component')]),
)

function keyOf({ part: key = 'reserves', id }: Params): string {
  if (id === undefined) return key
  return `${key}/${id === 'new' ? 'new' : 'id'}`
}

/** The credit line: what is reserved, quoted, drawn and paid, each at an address of its own. */
export function Component() {
  usePreload()
  const Part = parts[keyOf(useParams())]
  if (!Part) return <NotFoundPage />
  return (
    <Suspense fallback={<PageTitle>{t('Liquidity')}</PageTitle>}>
      <Part />
    </Suspense>
  )
}

/** Links preload the page of a route; which part of this one they lead to is known here alone. */
function usePreload(): void {
  useEffect(() => {
    const preload = ({ target }: Event) => {
      // Bars of the timeline are links within a drawing: their address is no property.
      const link = target instanceof Element ? target.closest('a[href]') : null
      const { pathname } = new URL(link?.getAttribute('href') ?? '', window.location.href)
      const found = link && matchPath(paths.liquidityParts, pathname)
      if (found) void loaders[keyOf(found.params)]?.().catch(() => undefined)
    }
    document.addEventListener('mouseover', preload)
    document.addEventListener('focusin', preload)
    return () => {
      document.removeEventListener('mouseover', preload)
      document.removeEventListener('focusin', preload)
    }
  }, [])
}
