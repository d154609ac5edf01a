import type { sandbox } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import { pageOf, readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import { now } from '../../db/open.ts'
import { Refusal } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { SandboxService } from './service.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No chain jurisdiction has this id.',
  AMOUNT_ABOVE_MAX: 'The amount is above what the faucet gives.',
})

export function sandboxHandlers(service: SandboxService, deps: Deps) {
  return partOf<typeof sandbox>()({
    faucet: inTwoParts({
      before: async ({ body }) => valueOrThrow(await service.pay(body)),
      handle: async (tx, _input, { partnerId }, paid) => {
        await service.recordPayment(tx, partnerId, paid)
        const { transactionHash, blockNumber, amount, currency } = paid
        const data = { transactionHash, blockNumber: Number(blockNumber), amount, currency }
        return success(data, 'Test funds paid.')
      },
    }),
    send: inTwoParts({
      before: async ({ body }) => valueOrThrow(await service.send(body)),
      handle: (_tx, _input, _caller, sent) => Promise.resolve(success(sent, 'Transaction sent.')),
    }),
    mine: inTwoParts({
      before: async ({ body }) => valueOrThrow(await service.mine(body.blocks)),
      handle: (_tx, _input, _caller, blockNumber) =>
        Promise.resolve(success({ blockNumber }, 'Blocks mined.')),
    }),
    reorg: inTwoParts({
      before: async ({ body }) => valueOrThrow(await service.reorg(body.blocks)),
      handle: (_tx, _input, _caller, blockNumber) =>
        Promise.resolve(success({ blockNumber }, 'Blocks dropped.')),
    }),
    chains: () => Promise.resolve(success(service.chains())),
    advanceClock: inTwoParts({
      before: async ({ body }) => {
        if (deps.config.SANDBOX_CLOCK === 'operator') throw operatorsClock()
        return service.advance(body.seconds)
      },
      handle: (_tx, _input, _caller, at) =>
        Promise.resolve(success({ now: at.toISOString() }, 'Clock advanced.')),
    }),
    clock: async (tx) => success({ now: (await now(tx)).toISOString() }),
    outbox: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'outbox', query)
      const rows = await service.listMessages(tx, caller.partnerId, query, page)
      const { items, pagination } = pageOf(page, rows)
      const data = items.map((row) => ({
        messageId: formatId('msg', row.id),
        channel: row.channel,
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        ...(row.code === null ? {} : { code: row.code }),
        ...(row.otp_id === null ? {} : { otpId: row.otp_id }),
        ...(row.entity_id === null ? {} : { entityId: row.entity_id }),
        createdAt: row.created_at.toISOString(),
      }))
      return { success: true, data, pagination }
    },
  })
}

/** One partner must not move the clock of all others (safety.md 35). */
const operatorsClock = () =>
  new Refusal('SCOPE_MISSING', 'Several partners share this sandbox: its operator moves the clock.')
