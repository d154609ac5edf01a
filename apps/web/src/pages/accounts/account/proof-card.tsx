import { documentMimes } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts, type AnswerOf, q } from '../../../api/call.ts'
import { accountsKey, type ExternalDetail } from '../../../api/queries/accounts.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import {
  neededText,
  proofMethod,
  proofPill,
  proofReason,
} from '../../../features/accounts/proof-labels.ts'
import { fileInput } from '../../../features/reviews/file-input.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { FilePicker } from '../../../ui/controls/file-picker.tsx'
import { Form } from '../../../ui/controls/form.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { Address, StatusPill, Time } from '../../../ui/display/values.tsx'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'

type Proof = AnswerOf<typeof accounts.listProofs>['data'][number]
type Way = Proof['method']

/** Whether it is proved that the account is the customer's own, and what proves it. */
export function ProofCard({ account }: { account: ExternalDetail }) {
  const { accountId, ownershipProof: proof } = account
  const { data } = useQuery({
    ...q(accounts.listProofs, { accountId }),
    enabled: proof !== undefined && proof.status !== 'PROVED',
  })
  if (!proof) return null
  const attempts = data?.data ?? []
  const open = attempts.filter(({ status }) => status === 'OPEN')
  const ways = proof.ways.filter((way) => !open.some(({ method }) => method === way))
  return (
    <Card
      title={t('Proof of ownership')}
      className="max-w-160"
      end={<StatusPill {...proofPill(proof.status)} />}
      facts={[
        proof.method !== '' && fact(t('Proved by'), proofMethod(proof.method)),
        proof.provedAt !== undefined && fact(t('Proved'), <Time at={proof.provedAt} withZone />),
        proof.needed.length > 0 && fact(t('Not used for'), neededText(proof.needed)),
      ]}
    >
      {proof.status === 'CLAIMED' ? (
        <div className="grid grid-cols-1 mt-4">
          {open.map((attempt) => (
            <OpenProof key={attempt.proofId} proof={attempt} />
          ))}
          <LastRefusal attempts={attempts} />
          {ways.length > 0 ? (
            <Ways accountId={accountId} ways={ways} isOther={open.length > 0} />
          ) : null}
          <Disown accountId={accountId} />
        </div>
      ) : null}
    </Card>
  )
}

function LastRefusal({ attempts }: { attempts: readonly Proof[] }) {
  const [last] = attempts
  if (last?.status !== 'REFUSED') return null
  return (
    <p className="muted">
      {t('{way} did not prove it: {reason}', {
        way: proofMethod(last.method),
        reason: proofReason(last.reason),
      })}
    </p>
  )
}

const begin: Record<Way, string> = {
  MICRO_DEPOSIT: t('Pay a small amount to it'),
  WALLET_SIGNATURE: t('Have the wallet sign'),
  TEST_PAYMENT: t('Ask for a test payment'),
  DOCUMENT: t('Send documents'),
}

type WaysProps = { accountId: string; ways: readonly Way[]; isOther: boolean }

/** How it can be proved; `isOther` where an attempt is open already. */
function Ways({ accountId, ways, isOther }: WaysProps) {
  const missing = useMissingPermission('accounts:write')
  const start = useAction(accounts.startProof, { stale: accountsKey })
  const byButton = ways.filter((method) => method !== 'DOCUMENT')
  return (
    <div className={isOther ? 'grid subsection mt-0' : 'grid'}>
      <p className="strong">
        {isOther ? t('Prove it in another way') : t('Prove that it is the customer’s own')}
      </p>
      {byButton.length > 0 ? (
        <div className="row flex-wrap gap-3">
          {byButton.map((method) => (
            <Button
              key={method}
              busy={start.isBusy}
              disabledReason={missing}
              onClick={() => start.send({ params: { accountId }, body: { method } })}
            >
              {begin[method]}
            </Button>
          ))}
        </div>
      ) : null}
      <Refused title={t('The proof did not begin')} error={start.error} />
      {ways.includes('DOCUMENT') ? <Papers accountId={accountId} /> : null}
    </div>
  )
}

/** Papers that a reviewer of the operator looks at. */
function Papers({ accountId }: { accountId: string }) {
  const missing = useMissingPermission('accounts:write')
  const [file, setFile] = useState<File | undefined>()
  const start = useAction(accounts.startProof, {
    stale: accountsKey,
    done: t('The documents were sent'),
  })
  const send = async () => {
    if (!file) return
    const documents = [await fileInput(file)]
    start.send({ params: { accountId }, body: { method: 'DOCUMENT', documents } })
  }
  return (
    <Form className="grid" aria-label={t('Documents')} onSubmit={() => void send()}>
      <FilePicker
        label={t('Document')}
        hint={t('A statement with the holder’s name. A reviewer looks at it.')}
        accept={documentMimes.join(',')}
        file={file}
        onChoose={setFile}
      />
      {file ? (
        <div>
          <Button type="submit" busy={start.isBusy} disabledReason={missing}>
            {begin.DOCUMENT}
          </Button>
        </div>
      ) : null}
      <Refused title={t('The documents were not sent')} error={start.error} />
    </Form>
  )
}

/** What an attempt waits for, with the form for the answer. */
function OpenProof({ proof }: { proof: Proof }) {
  const { method, expiresAt } = proof
  return (
    <section className="grid grid-cols-1" aria-label={proofMethod(method)}>
      <div>
        <p className="strong">{proofMethod(method)}</p>
        {method === 'DOCUMENT' ? (
          <p className="muted">{t('A reviewer looks at the documents.')}</p>
        ) : (
          <p className="muted">
            {rich('Open until {time}.', { time: <Time at={expiresAt} withZone /> })}
          </p>
        )}
      </div>
      {method === 'MICRO_DEPOSIT' ? <MicroForm proof={proof} /> : null}
      {method === 'WALLET_SIGNATURE' ? <SignatureForm proof={proof} /> : null}
      {proof.payment ? (
        <DescriptionList
          rows={[
            fact(t('Exact amount'), `${proof.payment.amount} ${proof.payment.currency}`),
            fact(t('To'), <Address value={proof.payment.toAddress} full />),
          ]}
        />
      ) : null}
      {method === 'MICRO_DEPOSIT' || method === 'WALLET_SIGNATURE' ? (
        <CustomerLink proof={proof} />
      ) : null}
    </section>
  )
}

const useComplete = () =>
  useAction(accounts.completeProof, {
    stale: accountsKey,
    done: t('The account is proved'),
    // Answers count: how many are left has changed.
    onRefused: () => undefined,
  })

function MicroForm({ proof: { accountId, proofId, answersLeft } }: { proof: Proof }) {
  const missing = useMissingPermission('accounts:write')
  const complete = useComplete()
  const [amount, setAmount] = useState('')
  const [statementCode, setCode] = useState('')
  const send = () =>
    complete.send({
      params: { accountId, proofId },
      body: { amount: Number(amount.replace(',', '.')), statementCode },
    })
  return (
    <Form className="grid" aria-label={t('From the statement')} onSubmit={send}>
      <p className="muted">
        {t('The statement of the account shows the amount and a code. Answers left: {count}.', {
          count: String(answersLeft),
        })}
      </p>
      <TextField
        label={t('Amount that arrived')}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('Code on the statement')}
        autoComplete="off"
        value={statementCode}
        onChange={(event) => setCode(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary" busy={complete.isBusy} disabledReason={missing}>
          {t('Confirm')}
        </Button>
      </div>
      <Refused title={t('This does not prove it')} error={complete.error} />
    </Form>
  )
}

function SignatureForm({ proof: { accountId, proofId, message = '' } }: { proof: Proof }) {
  const missing = useMissingPermission('accounts:write')
  const complete = useComplete()
  const [signature, setSignature] = useState('')
  const send = () => complete.send({ params: { accountId, proofId }, body: { signature } })
  return (
    <Form className="grid grid-cols-1" aria-label={t('Signature')} onSubmit={send}>
      <div className="row between gap-3">
        <p className="muted">{t('The wallet signs this text. Nothing moves by it.')}</p>
        <CopyButton text={message} label={t('Copy the text')} />
      </div>
      <pre className="code break-anywhere">{message}</pre>
      <TextField
        label={t('Signature')}
        autoComplete="off"
        value={signature}
        onChange={(event) => setSignature(event.target.value.trim())}
      />
      <div>
        <Button type="submit" variant="primary" busy={complete.isBusy} disabledReason={missing}>
          {t('Confirm')}
        </Button>
      </div>
      <Refused title={t('This does not prove it')} error={complete.error} />
    </Form>
  )
}

/** A page on which the customer answers, without an account here. */
function CustomerLink({ proof: { accountId, proofId } }: { proof: Proof }) {
  const missing = useMissingPermission('accounts:write')
  const [url, setUrl] = useState('')
  const link = useAction(accounts.linkProof, { onDone: ({ data }) => setUrl(data.linkUrl) })
  return (
    <div className="grid">
      {url === '' ? null : (
        <div className="row between gap-3">
          <span className="mono break-anywhere">{url}</span>
          <CopyButton text={url} label={t('Copy the link')} />
        </div>
      )}
      <div className="row flex-wrap gap-3">
        <Button
          busy={link.isBusy}
          disabledReason={missing}
          onClick={() => link.send({ params: { accountId, proofId } })}
        >
          {t('Link for the customer')}
        </Button>
        <span className="muted">{t('It opens for 15 minutes.')}</span>
      </div>
      <Refused title={t('No link was made')} error={link.error} />
    </div>
  )
}

/** For an account that was never the customer's. */
function Disown({ accountId }: { accountId: string }) {
  const missing = useMissingPermission('accounts:write')
  return (
    <div className="row between flex-wrap gap-3 subsection mt-0">
      <span className="muted">{t('It belongs to somebody else?')}</span>
      <DialogButton
        disabledReason={missing}
        dialog={(close) => <DisownDialog accountId={accountId} onClose={close} />}
      >
        {t('Make it a third party’s')}
      </DialogButton>
    </div>
  )
}

function DisownDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const disown = useAction(accounts.disownExternal, {
    stale: accountsKey,
    done: t('It is a third party’s account now'),
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={t('Make it a third party’s account?')}
      description={t(
        'It can be paid like any payee’s account. Refunds and returns to the customer do not go there.',
      )}
      button={t('Make it a third party’s')}
      isDangerous={false}
      isBusy={disown.isBusy}
      onConfirm={(reason) => disown.send({ params: { accountId }, body: { reason } })}
      onClose={onClose}
      before={null}
      problem={<Refused title={t('The account was not changed')} error={disown.error} />}
    />
  )
}
