import { Refused } from '../../../../features/actions/action.tsx'
import { isApiError } from '../../../../api/errors.ts'
import type { ReserveFrame } from '../../../../api/queries/liquidity.ts'
import { useIsAllowed } from '../../../../features/access/is-allowed.ts'
import { useSession } from '../../../../api/session.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/inputs.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { StatusIcon } from '../../../../ui/display/status-icon.tsx'
import { WithPage } from '../../../../ui/page/region.tsx'
import { useFixedForm } from '../../../../ui/fields/use-fixed-form.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import { useAccept, useDetectedFee } from './use-accept.ts'
import { lazyPart } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const PayFee = lazyPart(() => import('../../../../features/sandbox/pay-liquidity.tsx'), 'PayFee')

/** For a fee that is paid from elsewhere: it is recognised when it arrives, or named by its hash. */
export function PaidCard({ frame }: { frame: ReserveFrame }) {
  const { isWatching, error } = useDetectedFee(frame)
  return (
    <Card title={t('Pay from elsewhere')}>
      <div className="grid">
        {isWatching ? (
          <output className="row items-start">
            <span className="tone-move mt-0.5">
              <StatusIcon meaning="move" size="l" />
            </span>
            <span>
              {t(
                'Watching for {amount}. When it arrives, the frame is accepted with it; you need not stay here for the payment itself.',
                { amount: amountText(frame.feePayment.amount, frame.asset) },
              )}
            </span>
          </output>
        ) : null}
        <Refused title={t('A payment arrived but was not taken')} error={error} />
        <TestFunds frame={frame} />
        <HashForm frame={frame} />
      </div>
    </Card>
  )
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/

function HashForm({ frame }: { frame: ReserveFrame }) {
  const form = useFixedForm({
    start: { feeTxnHash: '' },
    check: ({ feeTxnHash }) =>
      hashPattern.test(feeTxnHash.trim())
        ? {}
        : { feeTxnHash: t('A transaction hash is 0x and 64 hexadecimal digits') },
  })
  const { values, errors, set, element, submit } = form
  const accept = useAccept(frame, {
    // What is wrong with a parameter stands at its field, what is wrong with the state above it.
    onRefused: (error) => {
      if (isApiError(error) && error.status === 422) form.refuse(error)
    },
  })
  const isOfField = isApiError(accept.error) && accept.error.status === 422
  return (
    <form
      ref={element}
      className="grid subsection"
      noValidate
      aria-label={t('Accept with a hash')}
      onSubmit={submit(({ feeTxnHash }) => accept.send(feeTxnHash.trim()))}
    >
      {isOfField ? null : <Refused title={t('The frame was not accepted')} error={accept.error} />}
      {form.problem ? (
        <Refused title={t('The frame was not accepted')} error={form.problem.error} />
      ) : null}
      <TextField
        label={t('Fee transaction hash')}
        mono
        autoComplete="off"
        spellCheck={false}
        value={values.feeTxnHash}
        error={errors.feeTxnHash}
        onChange={(event) => {
          set({ feeTxnHash: event.target.value })
          accept.forget()
        }}
      />
      <div className="row">
        <Button type="submit" busy={accept.isBusy}>
          {t('Accept')}
        </Button>
      </div>
    </form>
  )
}

/** What only a sandbox has: somebody who pays. */
function TestFunds({ frame: { id } }: { frame: ReserveFrame }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const isAllowed = useIsAllowed('sandbox')
  return (
    <WithPage>
      {isSandbox && isAllowed ? (
        <div className="grid gap-2">
          <div>
            <span className="tag">{t('Sandbox')}</span>
          </div>
          <PayFee frameId={id} />
        </div>
      ) : null}
    </WithPage>
  )
}
