import './editor.css'
import type { PolicyRule } from '@corridor/contract/policy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, wallets } from '../../../../api/call.ts'
import { jurisdictionsQuery } from '../../../../api/queries/accounts.ts'
import type { WalletPolicy } from '../../../../api/queries/wallets.ts'
import { ProblemNotice } from '../../../../features/wallets/sessions/problem-notice.tsx'
import type { Wallet, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { draftOf, type Draft, type DraftProblems, readDraft, type Unit, unitsOf } from './draft.ts'
import { HoursFields } from './hours-fields.tsx'
import { LimitRows } from './limit-rows.tsx'
import { formOf, policyOf, type SecondBy } from './policy-form.ts'
import { Receivers } from './receivers.tsx'
import { ReplayResult } from './replay-result.tsx'
import { SavePolicy } from './save-policy.tsx'
import { JsonView } from '../../../../ui/display/json-view.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { view: WalletView; wallet: Wallet; policy: WalletPolicy; onClose: () => void }

/** A policy as forms. It can be tried on what the wallet has signed before anybody signs for it. */
export function Editor({ view, wallet, policy, onClose }: Props) {
  const { entityId } = view.entity
  const { walletId } = wallet
  const { data: known } = useQuery(jurisdictionsQuery)
  const { form: shown, others } = formOf(policy.policy)
  const [draft, setDraft] = useState(() => draftOf(shown, deviceZone()))
  const [problems, setProblems] = useState<DraftProblems>({})
  const [saving, setSaving] = useState(false)
  const units = unitsOf(wallet, known?.data ?? [], usedUnits(draft))
  const read = readDraft(draft, units)
  const next = policyOf(read.form, policy.policy)
  const replay = useMutation({
    mutationFn: () =>
      call(wallets.replayPolicy, { params: { entityId }, body: { walletId, policy: next } }),
  })
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblems({})
    replay.reset()
  }
  const whenRight = (go: () => void) => {
    setProblems(read.problems)
    if (Object.keys(read.problems).length === 0) go()
  }
  const isSame = JSON.stringify(next) === JSON.stringify(policy.policy)
  return (
    <Card title={t('Policy of {name}', { name: wallet.walletName })} flush>
      <Parts {...{ draft, change, problems, units, others }} sentences={policy.sentences} />
      <div className="card-body grid">
        {replay.data ? (
          <ReplayResult key={replay.submittedAt} replay={replay.data.data} policy={next} />
        ) : null}
        <ProblemNotice title={t('The draft was not tried')} error={replay.error} />
        <div className="row flex-wrap">
          <Button busy={replay.isPending} onClick={() => whenRight(() => replay.mutate())}>
            {t('Try on the last 30 days')}
          </Button>
          <Button
            variant="primary"
            disabledReason={isSame ? t('Nothing was changed') : undefined}
            onClick={() => whenRight(() => setSaving(true))}
          >
            {t('Save policy')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
      {saving ? (
        <SavePolicy
          {...{ view, wallet, policy, next }}
          onSaved={onClose}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </Card>
  )
}

type PartsProps = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  problems: DraftProblems
  units: readonly Unit[]
  others: readonly PolicyRule[]
  sentences: WalletPolicy['sentences']
}

/** A part for each kind of rule that has a form. */
function Parts({ draft, change, problems, units, others, sentences }: PartsProps) {
  const { perTransfer, perDay, second } = draft
  const rows = { units, problems }
  return (
    <>
      <Part title={t('Allowed receivers')} text={t('Whom the wallet may pay.')}>
        <Receivers draft={draft} change={change} problem={problems['receivers']} />
      </Part>
      <Part title={t('Limit per transfer')} text={t('A larger transfer is refused.')}>
        <LimitRows
          {...rows}
          name="perTransfer"
          rows={perTransfer}
          onChange={(changed) => change({ perTransfer: changed })}
        />
      </Part>
      <Part
        title={t('Limit per day')}
        text={t('What the wallet sends in any 24 hours, the transfer itself included.')}
      >
        <LimitRows
          {...rows}
          name="perDay"
          rows={perDay}
          onChange={(changed) => change({ perDay: changed })}
        />
      </Part>
      <Part title={t('Signing hours')} text={t('Outside of them every transfer is refused.')}>
        <HoursFields draft={draft} change={change} problems={problems} />
      </Part>
      <Part
        title={t('Second signature')}
        text={t('A larger transfer also needs another passkey, or a session of another method.')}
      >
        <LimitRows
          {...rows}
          name="second"
          rows={second}
          signers={signerOptions}
          onChange={(changed) => change({ second: changed.map(withSigner) })}
        />
      </Part>
      {others.length > 0 ? (
        <Part title={t('Other rules')} text={t('No form shows them. They are kept as they are.')}>
          <OtherRules rules={others} sentences={sentences} />
        </Part>
      ) : null}
    </>
  )
}

const signerOptions: readonly { value: SecondBy; label: string }[] = [
  { value: 'any', label: t('Any other method') },
  { value: 'passkey', label: t('A passkey') },
  { value: 'session', label: t('A session') },
  { value: 'api_key', label: t('An API key') },
]

const withSigner = <L extends { by?: SecondBy | undefined }>(row: L) => ({
  ...row,
  by: row.by ?? 'any',
})

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const usedUnits = ({ perTransfer, perDay, second }: Draft) =>
  [...perTransfer, ...perDay, ...second].map(({ unit }) => unit)

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="policy-part">
      <legend className="visually-hidden">{title}</legend>
      <div aria-hidden="true">
        <span className="strong block">{title}</span>
        <span className="muted">{text}</span>
      </div>
      <div className="grid">{children}</div>
    </fieldset>
  )
}

type OtherRulesProps = { rules: readonly PolicyRule[]; sentences: WalletPolicy['sentences'] }

/** Rules that a program made: what they do in words, and as they are. */
function OtherRules({ rules, sentences }: OtherRulesProps) {
  return rules.map((rule) => (
    <div key={rule.id}>
      <span className="strong block">{rule.name}</span>
      <span className="muted block">
        {sentences.find((sentence) => sentence.rule === rule.id)?.sentence}
      </span>
      <JsonView value={rule} label={t('{name} as JSON', { name: rule.name })} openDepth={0} />
    </div>
  ))
}
