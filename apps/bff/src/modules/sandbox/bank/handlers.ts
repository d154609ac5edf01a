import type { sandbox } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../../api/handlers.ts'
import { answersFor, valueOrThrow } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { arrivedOn } from './arrived.ts'
import { bookLine, decidePayment, dismissLine, setAsideLines } from './decisions.ts'
import { takeInFile, trial } from './files.ts'

const decidedOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No payment that waits has this id.',
  ILLEGAL_TRANSITION: 'There is no payment of yours that it could be once more.',
})
const lineOrThrow = answersFor({ RECORD_NOT_FOUND: 'No line that waits has this id.' })
const readOrThrow = answersFor({ FIELD_INVALID: 'The file cannot be taken in.' })

/** What the bank and the operator do with payments and files, done by a test. */
export const bankControls = (deps: Deps) =>
  partOf<typeof sandbox>()({
    decidePayment: inTwoParts({
      before: async ({ params, body }, caller) =>
        decidedOrThrow(await decidePayment(deps, caller, params.paymentId, body)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success(data, 'The payment is decided.')),
      after: () => deps.wake.notify('events'),
    }),
    bankAccounts: () =>
      Promise.resolve(
        success(
          deps.bankFiles.accounts.map(
            ({ countryCode, currency, routingNumber, accountNumber }) => ({
              countryCode,
              currency,
              routingNumber,
              accountNumber,
            }),
          ),
        ),
      ),
    tryBankFile: inTwoParts({
      before: async ({ body }, caller) => readOrThrow(await trial(deps, caller, body)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success(data, 'Nothing was changed.')),
    }),
    importBankFile: inTwoParts({
      before: async ({ body }, caller) => readOrThrow(await takeInFile(deps, caller, body)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success(data, 'The file was taken in.')),
      after: () => deps.wake.notify('events'),
    }),
    listSetAside: inTwoParts({
      before: (_input, caller) => deps.db.readingAll((tx) => setAsideLines(tx, deps, caller)),
      handle: (_tx, _input, _caller, data) => Promise.resolve(success(data)),
      reads: true,
    }),
    arrivedOnAccount: async (tx, { params }, caller) =>
      success(valueOrThrow(await arrivedOn(tx, deps, caller, params.accountId))),
    bookSetAside: inTwoParts({
      before: async ({ params, body }, caller) =>
        lineOrThrow(await bookLine(deps, caller, params.lineId, body)),
      handle: (_tx, _input, _caller, data) => Promise.resolve(success(data, 'The line is booked.')),
      after: () => deps.wake.notify('events'),
    }),
    dismissSetAside: inTwoParts({
      before: async ({ params, body }, caller) =>
        lineOrThrow(await dismissLine(deps, caller, params.lineId, body.reason)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success(data, 'The line is put away.')),
    }),
  })
