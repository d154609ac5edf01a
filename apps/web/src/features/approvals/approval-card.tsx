import { codeLabel } from '../../messages/service.ts'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { approvals } from '../../api/call.ts'
import { type Approval, approvalsKey } from '../../api/queries/approvals.ts'
import { useMissingPermission } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Amount, Time, StatusPill } from '../../ui/display/values.tsx'
import { Card, DescriptionList, type Fact, fact, Notice } from '../../ui/display/blocks.tsx'
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import { operationLabel } from './policy/operations.ts'
import { useAction, Refused } from '../actions/action.tsx'
import { plural, t } from '../../messages/text.ts'

type Decision = 'APPROVED' | 'REJECTED'

/** What is asked for, by whom and why, with the decision of who may make it. */
export function ApprovalCard({ approval, isLinked }: { approval: Approval; isLinked?: boolean }) {
  const [asking, setAsking] = useState<Decision | undefined>()
  const { approvalId, summary, failure } = approval
  return (
    <Card
      title={isLinked ? <TextLink to={paths.approval(approvalId)}>{summary}</TextLink> : summary}
      beside={<StatusPill status={approval.status} />}
      className="mb-4"
      tone={approval.mayDecide ? 'hand' : 'wait'}
      footer={approval.status === 'REQUESTED' && <Buttons approval={approval} onAsk={setAsking} />}
    >
      {failure ? (
        <Notice tone="fail" title={t('It was not done')}>
          {failure.message}
        </Notice>
      ) : null}
      <ul aria-label={t('Why it needs approval')} className="mb-4">
        {approval.because.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Details approval={approval} />
      {asking ? (
        <DecisionDialog
          approval={approval}
          decision={asking}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </Card>
  )
}

function Details({ approval }: { approval: Approval }) {
  const { amount, currency, dollars, payee, destination, subject, votes } = approval
  return (
    <DescriptionList
      rows={[
        amount !== undefined &&
          currency !== undefined &&
          fact(t('Amount'), <Amount value={amount} currency={currency} />),
        dollars !== undefined &&
          fact(t('Worth'), <Amount value={Number.parseFloat(dollars)} currency="USD" />),
        Boolean(payee) && fact(t('Payee'), payee),
        Boolean(approval.destinationBefore) &&
          fact(t('Went to'), <Place id={approval.destinationBefore} />),
        Boolean(destination) && fact(t('Goes to'), <Place id={destination} />),
        fact(
          t('About'),
          subject.kind === 'transfer' ? (
            <TextLink to={paths.transfer(subject.id)}>{subject.id}</TextLink>
          ) : (
            <span className="mono">{subject.id}</span>
          ),
        ),
        fact(t('Kind'), operationLabel(approval.operation)),
        approval.rule !== '' && fact(t('Rule'), approval.rule),
        fact(
          t('Asked by'),
          approval.maker.name || t('{id} (an API key)', { id: approval.maker.id }),
        ),
        fact(t('Asked'), <Time at={approval.createdAt} relative />),
        approval.status === 'REQUESTED' &&
          fact(t('Expires'), <Time at={approval.expiresAt} relative />),
        ...votes.map((vote): Fact =>
          fact(
            codeLabel(vote.decision),
            vote.comment ? `${vote.name}: ${vote.comment}` : vote.name,
          ),
        ),
      ]}
    />
  )
}

/** An account by its page; an address or another place as it is. */
function Place({ id = '' }: { id: string | undefined }) {
  if (!id.startsWith('acc_')) return <span className="wrap-text">{id}</span>
  return <TextLink to={paths.externalAccount(id)}>{id}</TextLink>
}

function Buttons({ approval, onAsk }: { approval: Approval; onAsk: (decision: Decision) => void }) {
  const missing = useMissingPermission('transfers:approve')
  const reason = missing ?? (approval.mayDecide ? undefined : t('Someone else has to decide'))
  return (
    <div className="row flex-wrap">
      <Button
        variant="primary"
        icon={Fingerprint}
        disabledReason={reason}
        onClick={() => onAsk('APPROVED')}
      >
        {t('Approve')}
      </Button>
      <Button disabledReason={reason} onClick={() => onAsk('REJECTED')}>
        {t('Reject')}
      </Button>
      <span className="muted">
        {plural(approval.approvalsNeeded, {
          one: 'One person has to agree.',
          other: '{count} people have to agree.',
        })}
      </span>
    </div>
  )
}

type DialogProps = { approval: Approval; decision: Decision; onClose: () => void }

function DecisionDialog({ approval, decision, onClose }: DialogProps) {
  const { approvalId } = approval
  const decide = useAction(approvals.decide, {
    onDone: onClose,
    done: ({ message, data }) => ({
      tone: data.status === 'FAILED' ? 'fail' : 'done',
      title: message ?? t('Decided'),
    }),
    stale: approvalsKey,
  })
  const isApproval = decision === 'APPROVED'
  return (
    <ReasonDialog
      title={isApproval ? t('Approve this?') : t('Reject this?')}
      description={
        isApproval ? approval.summary : t('Nothing is done; who asked for it can see why.')
      }
      button={isApproval ? t('Approve') : t('Reject')}
      isDangerous={!isApproval}
      isRequired={!isApproval}
      isBusy={decide.isBusy}
      onConfirm={(comment) => decide.send({ params: { approvalId }, body: { decision, comment } })}
      onClose={onClose}
      problem={<Refused title={t('Nothing was decided')} error={decide.error} />}
    />
  )
}
