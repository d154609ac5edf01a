import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { partners } from '../../../api/call.ts'
import { fieldErrors, isApiError } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { refusalText, useAction } from '../../../features/actions/confirmed-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { type ProofProblems, readProof } from './deposit-proof.ts'
import { partnersKey } from '../../../api/queries/partners.ts'

const names = ['transactionHash', 'base64Signature'] as const

/** Credits a payment that was made: its hash, and proof that whoever sends it in has sent the money. */
export function DepositForm() {
  const state = useDepositForm()
  const missing = useMissingPermission('partners:write')
  const hash = useRef<HTMLInputElement>(null)
  const signature = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = state.submit()
    if (problems?.transactionHash) hash.current?.focus()
    else if (problems?.base64Signature) signature.current?.focus()
  }
  return (
    <Card title="Credit a payment" className="self-start">
      <form className="grid" noValidate onSubmit={submit}>
        <p className="muted">
          After the payment is final, sign the text of its hash with the key that sent it
          (personal_sign, EIP-191). Each hash counts once, for the amount that the chain shows.
        </p>
        <TextField
          ref={hash}
          label="Transaction hash"
          mono
          autoComplete="off"
          spellCheck={false}
          value={state.hash}
          error={state.problems.transactionHash}
          onChange={(event) => state.setHash(event.target.value)}
        />
        <TextField
          ref={signature}
          label="Signature"
          hint="Over the hash as text, Base64 or hexadecimal."
          mono
          autoComplete="off"
          spellCheck={false}
          value={state.signature}
          error={state.problems.base64Signature}
          onChange={(event) => state.setSignature(event.target.value)}
        />
        {state.refusal ? (
          <Notice tone="fail" alert title="Nothing was credited">
            {state.refusal}
          </Notice>
        ) : null}
        <div className="row">
          <Button variant="primary" type="submit" busy={state.isBusy} disabledReason={missing}>
            Credit payment
          </Button>
        </div>
      </form>
    </Card>
  )
}

function useDepositForm() {
  const queries = useQueryClient()
  const [hash, setHash] = useState('')
  const [signature, setSignature] = useState('')
  const [local, setLocal] = useState<ProofProblems>({})
  const deposit = useAction(partners.paymentsDeposit, {
    onDone: async ({ data }) => {
      setHash('')
      setSignature('')
      const sum = amountText(data.amount, data.currency)
      toast({
        tone: data.status === 'CREDITED' ? 'done' : 'wait',
        title: data.status === 'CREDITED' ? `${sum} credited` : `${sum} seen, not final yet`,
        text: data.message,
      })
      await queries.invalidateQueries({ queryKey: partnersKey })
    },
  })
  const { byField, rest } = isApiError(deposit.error)
    ? fieldErrors(deposit.error, names)
    : {
        byField: new Map<string, string>(),
        rest: deposit.error ? [refusalText(deposit.error)] : [],
      }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setLocal({})
    deposit.forget()
  }
  return {
    hash,
    setHash: change(setHash),
    signature,
    setSignature: change(setSignature),
    problems: {
      transactionHash: local.transactionHash ?? byField.get('transactionHash'),
      base64Signature: local.base64Signature ?? byField.get('base64Signature'),
    },
    refusal: rest.join(' '),
    isBusy: deposit.isBusy,
    /** Sends it, or gives what is wrong with it. */
    submit: (): ProofProblems | undefined => {
      const read = readProof(hash, signature)
      if (!read.ok) {
        setLocal(read.problems)
        return read.problems
      }
      deposit.send({ body: read.proof })
      return undefined
    },
  }
}
