/** Categories of events and the types each has (operations.md, part 12). */
export const eventCatalogue = {
  transfer: ['initiated', 'transitioned', 'action_required', 'updated'],
  payin: ['created', 'updated', 'transitioned', 'action_required'],
  payin_deposit: ['initiated', 'transitioned', 'action_required'],
  kyc: ['created', 'transitioned', 'action_required'],
  entity: ['created', 'updated', 'deleted'],
  external_account: ['created', 'transitioned', 'updated', 'deleted'],
  funding_account: ['created', 'transitioned', 'updated', 'deleted'],
  reserve: ['created', 'transitioned'],
  liquidity_transaction: ['initiated', 'transitioned', 'action_required'],
  replenish: ['initiated', 'transitioned'],
  quote_fulfillment: ['updated'],
  limits: ['action_required', 'updated'],
  payments_account: ['updated', 'action_required'],
  wallet: ['created', 'transitioned', 'action_required'],
  approval: ['action_required', 'transitioned'],
  webhook: ['updated', 'test', 'transitioned'],
  api_key: ['created', 'updated', 'deleted'],
  member: ['created', 'updated', 'deleted'],
  export: ['created', 'updated', 'deleted'],
} as const satisfies Record<string, readonly string[]>

export type EventCategory = keyof typeof eventCatalogue

const words: ReadonlySet<string> = new Set(
  Object.entries(eventCatalogue).flatMap(([category, types]) => [
    category,
    ...types.map((type) => `${category}.${type}`),
  ]),
)

/** Whether a word may stand in a selection: `transfer`, or `transfer.transitioned`. */
export const isEventWord = (word: string): boolean => words.has(word)

/**
 * Whether an event is sent to an endpoint with this selection; an empty one takes all, and a test
 * event is always sent. The publisher's SQL says the same.
 */
export function isSelected(
  selection: readonly string[],
  { category, type }: { category: string; type: string },
): boolean {
  if (selection.length === 0 || (category === 'webhook' && type === 'test')) return true
  return selection.includes(category) || selection.includes(`${category}.${type}`)
}
