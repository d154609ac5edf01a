/** A thin message of the stream; the record itself is read again by its query. */
export type LiveMessage = { kind: string; id: string; version: number }

/** First members of the query keys that a kind of event makes stale. Every event is also in the event history. */
const rootsByKind: Record<string, readonly string[]> = {
  transfer: ['transfers', 'wallets', 'approvals'],
  approval: ['approvals'],
  deposit: ['transfers', 'payin-routes'],
  export: ['transfers'],
  entity: ['entities'],
  // What a route may do depends on its accounts and on who holds them.
  kyc: ['entities', 'payin-routes'],
  external_account: ['accounts', 'payin-routes'],
  funding_account: ['accounts', 'payin-routes'],
  wallet: ['wallets', 'accounts'],
  payments_account: ['partners'],
  partner: ['partners', 'liquidity'],
  api_key: ['partners', 'team'],
  member: ['partners', 'team'],
  payin: ['payin-routes'],
  reserve: ['liquidity', 'partners'],
  liquidity_transaction: ['liquidity'],
  // They move the partner's own balances as well.
  replenishment: ['liquidity', 'partners'],
  fulfilment: ['liquidity'],
  liquidity_payment: ['liquidity', 'partners'],
}

export function rootsOf(kind: string): readonly string[] {
  // It is no event: it says that the inbox has more.
  if (kind === 'notification') return ['notifications']
  return [...(rootsByKind[kind] ?? []), 'webhooks']
}

export function parseMessage(text: string): LiveMessage | undefined {
  try {
    const message = JSON.parse(text) as Partial<LiveMessage>
    if (typeof message.kind !== 'string' || typeof message.id !== 'string') return undefined
    return { kind: message.kind, id: message.id, version: message.version ?? 0 }
  } catch {
    return undefined
  }
}

/** Collects messages for 250 ms and hands over each touched root once, so that a burst is one refetch. */
export function batchRoots(flush: (roots: ReadonlySet<string>) => void, afterMs = 250) {
  let roots = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (message: LiveMessage): void => {
    for (const root of rootsOf(message.kind)) roots.add(root)
    timer ??= setTimeout(() => {
      const full = roots
      roots = new Set()
      timer = undefined
      flush(full)
    }, afterMs)
  }
}
