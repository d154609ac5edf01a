import { paths } from './paths.ts'

const base = paths.liquidity
const withTab = (path: string, tab: string | undefined) => (tab ? `${path}/${tab}` : path)

/** Addresses of the credit line, apart from that of its first tab. */
export const liquidityPaths = {
  quotes: `${base}/quotes`,
  drawings: `${base}/replenish`,
  payments: `${base}/payments`,
  limits: `${base}/limits`,

  newReserve: `${base}/reserves/new`,
  reserveFrame: (id: string, tab?: string) => withTab(`${base}/reserves/${id}`, tab),
  newDrawing: `${base}/drawings/new`,
  drawingOnFrame: (id: string) => `${base}/drawings/new?frame=${id}`,
  drawing: (ltxId: string, tab?: string) => withTab(`${base}/drawings/${ltxId}`, tab),
  drawingQuote: (ltxId: string, quoteId: string) =>
    `${base}/drawings/${ltxId}/quotes?open=${quoteId}`,
  replenishment: (id: string) => `${base}/replenishments/${id}`,
} as const
