// Every operation whose body names a person or an address that gets or sends money.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
} & Partial<Record<'allOf' | 'anyOf' | 'oneOf', Schema[]>>
type Document = {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}
type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const { components, paths } = JSON.parse(
  readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document

/** Where a name or an address is looked up; a file of this folder tests each. */
const screened: Record<string, string> = {
  'entities.create': 'the verification, each transfer',
  'entities.update': 'the verification, each transfer',
  'accounts.addExternal': 'when it is added',
  'accounts.addOfEntity': 'when it is added',
  'accounts.completeLink': 'when it is added',
  'accounts.evaluate': 'nothing is kept',
  'accounts.checkExternal': 'nobody is paid',
  'accounts.checkExternals': 'nobody is paid',
  'accounts.createFunding': 'before payers are named',
  'liquidity.initiate': 'before anything is ordered',
  'liquidity.acceptReserve': 'when the payment arrives',
  'liquidity.fulfilQuote': 'when the payment arrives',
  'liquidity.withdrawOperational': 'before anything is ordered',
  'partners.paymentsDeposit': 'before anything is credited',
  'partners.prepaidDeposit': 'before anything is credited',
  'kyc.submit': 'before the fee is taken',
  'sandbox.answerTravelRule': 'nobody is paid',
  'transfers.simulate': 'each transfer',
  'sandbox.faucet': 'nobody is paid',
  'sandbox.depositForTransfer': 'when it arrives',
  'sandbox.depositForFunding': 'when it arrives',
  'sandbox.bookSetAside': 'when it arrives',
  'sandbox.payLiquidity': 'when it arrives',
}

/** Members that name who gets or sends money, or a transaction that somebody sent. */
const identifying =
  /address|wallet$|recipient|holder|originator|beneficiary|sender|payer|payee|^(first|last|business|full)Name|accountName|accountRefs|^(transactionHash|feeTxnHash)$/i
/** What it is called says nothing of who it is, and networks send no money. */
const labels = /ownership|^nickname$|^addresses$/i

function membersOf(schema: Schema | undefined, seen: readonly Schema[] = []): string[] {
  const name = schema?.$ref?.split('/').at(-1)
  const item = name === undefined ? schema : components.schemas[name]
  if (!item || seen.includes(item)) return []
  const deeper = [...seen, item]
  const { properties = {}, items, additionalProperties, allOf, anyOf, oneOf } = item
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])]
  if (items) parts.push(items)
  if (typeof additionalProperties === 'object') parts.push(additionalProperties)
  return [
    ...Object.entries(properties).flatMap(([key, value]) => [key, ...membersOf(value, deeper)]),
    ...parts.flatMap((part) => membersOf(part, deeper)),
  ]
}

test('each of them is looked up somewhere', () => {
  const operations = Object.entries(paths).flatMap(([, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
      const bodies = Object.values(requestBody?.content ?? {})
      const members = bodies.flatMap(({ schema }) => membersOf(schema))
      const isIdentified = members.some(
        (member) => identifying.test(member) && !labels.test(member),
      )
      return method !== 'get' && isIdentified ? [operationId] : []
    }),
  )
  expect(operations.toSorted()).toEqual(Object.keys(screened).toSorted())
})
