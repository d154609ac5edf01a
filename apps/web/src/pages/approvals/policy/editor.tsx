import type { PolicyRule, PolicyRules } from '@corridor/contract/policy'
import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import { approvals, call, queries } from '../../../api/call.ts'
import { approvalsKey, type Policy, type PolicyReplay } from '../../../api/queries/approvals.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { usePolicyPeople } from '../../../features/approvals/policy/people.ts'
import { ReplayView } from '../../../features/approvals/policy/replay-view.tsx'
import { t } from '../../../messages/text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleList } from './rule-list.tsx'

type Shown = { of: string; replay: PolicyReplay }
/** Where a rule that is edited stands; at the end it is a new one. */
type Edited = { rule: PolicyRule; at: number }

const textOf = ({ rules, otherwise }: PolicyRules) => JSON.stringify({ rules, otherwise })

/** The rules, what is changed of them, and the way to publish that: replay first. */
export function Editor({ policy, onPublished }: { policy: Policy; onPublished: () => void }) {
  const people = usePolicyPeople()
  const [draft, setDraft] = useState<PolicyRules>({
    rules: policy.rules,
    otherwise: policy.otherwise,
  })
  const [edited, setEdited] = useState<Edited | undefined>()
  const [shown, setShown] = useState<Shown | undefined>()
  const missing = useMissingPermission('partners:write')
  const isChanged = textOf(draft) !== textOf(policy)
  const replay = shown?.of === textOf(draft) ? shown.replay : undefined
  const findings = isChanged ? (replay?.findings ?? []) : policy.findings
  const setRules = (rules: PolicyRules['rules']) => setDraft({ ...draft, rules })
  const keep = (rule: PolicyRule, at: number) => {
    setRules(at < draft.rules.length ? draft.rules.with(at, rule) : [...draft.rules, rule])
    setEdited(undefined)
  }
  return (
    <>
      <Card
        title={policy.isDefault ? t('Rules of the agreed default') : t('Rules')}
        end={
          <Button
            icon={Plus}
            disabledReason={missing}
            onClick={() => setEdited({ rule: freshRule(draft.rules), at: draft.rules.length })}
          >
            {t('Add rule')}
          </Button>
        }
        className="mb-4"
      >
        <RuleList
          draft={draft}
          findings={findings}
          names={people.names}
          missing={missing}
          onRules={setRules}
          onOtherwise={(otherwise) => setDraft({ ...draft, otherwise })}
          onEdit={(at) => {
            const rule = draft.rules[at]
            if (rule) setEdited({ rule, at })
          }}
        />
      </Card>
      {isChanged ? (
        <Publish
          draft={draft}
          replay={replay}
          onReplayed={(found, of) => setShown({ of: textOf(of), replay: found })}
          onDiscard={() => setDraft({ rules: policy.rules, otherwise: policy.otherwise })}
          onPublished={onPublished}
        />
      ) : null}
      {edited ? (
        <RuleDialog
          rule={edited.rule}
          isNew={edited.at >= draft.rules.length}
          people={people}
          onSave={(rule) => keep(rule, edited.at)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}

/** With an id that no other rule has. */
function freshRule(rules: readonly PolicyRule[]): PolicyRule {
  const ids = new Set(rules.map(({ id }) => id))
  let number = rules.length + 1
  while (ids.has(`rule-${number}`)) number += 1
  return {
    id: `rule-${number}`,
    name: '',
    on: ['transfers.execute'],
    when: { fact: 'amount', unit: 'USD', over: '1000' },
    then: {
      approvals: [{ from: ['role:owner', 'role:treasury'], count: 1 }],
      expiresInMs: 86_400_000,
    },
  }
}

type PublishProps = {
  draft: PolicyRules
  /** Of exactly these rules. */
  replay: PolicyReplay | undefined
  onReplayed: (replay: PolicyReplay, of: PolicyRules) => void
  onDiscard: () => void
  onPublished: () => void
}

function Publish({ draft, replay, onReplayed, onDiscard, onPublished }: PublishProps) {
  const [looking, setLooking] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const missing = useMissingPermission('partners:write')
  const publish = useAction(approvals.changePolicy, {
    onDone: async ({ message }) => {
      toast({ tone: 'done', title: message ?? t('The policy is in force.') })
      await queries.invalidateQueries({ queryKey: approvalsKey })
      onPublished()
    },
    onRefused: () => queries.invalidateQueries({ queryKey: approvalsKey }),
  })
  const look = async () => {
    publish.forget()
    setLooking({ isBusy: true })
    try {
      const { data } = await call(approvals.replayPolicy, { body: draft })
      onReplayed(data, draft)
      setLooking({ isBusy: false })
    } catch (error) {
      setLooking({ isBusy: false, error })
    }
  }
  const unseen = replay ? undefined : t('Look first at what it would have changed')
  return (
    <Card
      title={t('Your change')}
      tone="hand"
      footer={
        <div className="row flex-wrap">
          <Button busy={looking.isBusy} onClick={() => void look()}>
            {t('Show what would have changed')}
          </Button>
          <Button
            variant="primary"
            icon={Fingerprint}
            busy={publish.isBusy}
            disabledReason={missing ?? unseen}
            onClick={() => publish.send({ body: draft })}
          >
            {t('Publish change')}
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            {t('Discard change')}
          </Button>
        </div>
      }
    >
      <p className="muted mb-4">
        {t(
          'It is in force once you publish it, or once others agree where the policy asks for that.',
        )}
      </p>
      <Locked findings={replay?.findings ?? []} />
      {replay ? <ReplayView replay={replay} /> : null}
      <Refused title={t('The replay could not be shown')} error={looking.error} />
      <Refused title={t('The policy was not changed')} error={publish.error} />
    </Card>
  )
}

function Locked({ findings }: Pick<PolicyReplay, 'findings'>) {
  return findings
    .filter(({ kind }) => kind === 'locked')
    .map(({ sentence }) => (
      <Notice key={sentence} tone="fail" alert title={sentence}>
        {t('Only Corridor can put the policy back then.')}
      </Notice>
    ))
}
