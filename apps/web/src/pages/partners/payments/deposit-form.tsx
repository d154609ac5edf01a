import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { partners } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { partnersKey } from '../../../api/queries/partners.ts'
import { t } from '../../../messages/text.ts'

/** Credits a payment that was made: its hash, and proof that whoever sends it in has sent the money. */
export function DepositForm() {
  const { form, onSubmit, isBusy } = useDepositForm()
  const { field, problem, element } = form
  const missing = useMissingPermission('partners:write')
  return (
    <Card title={t('Credit a payment')} className="self-start">
      <form ref={element} className="grid" noValidate onSubmit={onSubmit}>
        <p className="muted">
          {t(
            'After the payment is final, sign its transaction hash as a message with the wallet that paid. Each payment counts once, for the amount that the chain shows.',
          )}
        </p>
        <TextField
          label={t('Transaction hash')}
          mono
          autoComplete="off"
          spellCheck={false}
          {...field('transactionHash')}
        />
        <TextField
          label={t('Signature')}
          hint={t(
            'What the wallet returns, as Base64 or hexadecimal. Wallets call it a personal message (EIP-191).',
          )}
          mono
          autoComplete="off"
          spellCheck={false}
          {...field('base64Signature')}
        />
        {problem ? (
          <Notice tone="fail" alert title={t('Nothing was credited')}>
            {problem.lines.join(' ')}
          </Notice>
        ) : null}
        <div className="row">
          <Button variant="primary" type="submit" busy={isBusy} disabledReason={missing}>
            {t('Credit payment')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function useDepositForm() {
  const form = useFixedForm({
    start: { transactionHash: '', base64Signature: '' },
    check: (typed) => {
      const read = readProof(typed)
      return read.ok ? {} : read.problems
    },
  })
  const deposit = useAction(partners.paymentsDeposit, {
    onDone: form.clear,
    done: ({ data }) => {
      const sum = amountText(data.amount, data.currency)
      return data.status === 'CREDITED'
        ? { title: t('{sum} credited', { sum }), text: data.message }
        : { tone: 'wait', title: t('{sum} seen, not final yet', { sum }), text: data.message }
    },
    stale: partnersKey,
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((typed) => {
    const read = readProof(typed)
    if (read.ok) deposit.send({ body: read.proof })
  })
  return { form, onSubmit, isBusy: deposit.isBusy }
}

type Proof = { transactionHash: string; base64Signature: string }
type ProofProblems = Partial<Record<keyof Proof, string>>

/** What was typed, as the service takes it, or what is wrong with each field. */
export function readProof(
  typed: Proof,
): { ok: true; proof: Proof } | { ok: false; problems: ProofProblems } {
  const transactionHash = readHash(typed.transactionHash)
  const base64Signature = readSignature(typed.base64Signature)
  if (transactionHash && base64Signature) {
    return { ok: true, proof: { transactionHash, base64Signature } }
  }
  const problems: ProofProblems = {}
  if (!transactionHash) {
    problems.transactionHash = t('A transaction hash: 0x and 64 hexadecimal digits')
  }
  if (!base64Signature) {
    problems.base64Signature = t('A signature of 65 bytes, as Base64 or as 0x and 130 digits')
  }
  return { ok: false, problems }
}

function readHash(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]
  return digits && `0x${digits.toLowerCase()}`
}

const signatureBytes = 65

/** Wallets give hexadecimal digits, the service takes Base64: either is right here. */
function readSignature(text: string): string | undefined {
  const plain = text.replaceAll(/\s/g, '')
  const digits = /^(?:0x)?([0-9a-f]{130})$/i.exec(plain)?.[1]
  if (digits) {
    const bytes = digits.match(/../g) ?? []
    return btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))
  }
  return isBase64(plain) ? plain : undefined
}

function isBase64(text: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return false
  return atob(text).length === signatureBytes
}
