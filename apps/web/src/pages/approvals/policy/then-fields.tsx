import type { PolicyRule } from '@corridor/contract/policy'
import { describeDuration } from '@corridor/domain/policy'
import { Plus, Trash2 } from 'lucide-react'
import { Several } from '../../../features/approvals/policy/fact-fields.tsx'
import type { Choice } from '../../../features/approvals/policy/people.ts'
import { t } from '../../../messages/text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup, SelectField } from '../../../ui/controls/inputs.tsx'

type Then = PolicyRule['then']
type Asked = Exclude<Then, string>
type Need = Asked['approvals'][number]
type Props = { then: Then; approvers: readonly Choice[]; onChange: (then: Then) => void }

const hourMs = 3_600_000
const lengths = [1, 4, 24, 72, 168, 720].map((hours) => hours * hourMs)
const freshAsked: Asked = {
  approvals: [{ from: ['role:owner', 'role:treasury'], count: 1 }],
  expiresInMs: 24 * hourMs,
}
const needsMax = 5

/** What a rule does: allow, refuse, or ask people. */
export function ThenFields({ then, approvers, onChange }: Props) {
  const kind = typeof then === 'string' ? then : 'approvals'
  return (
    <>
      <RadioGroup
        label={t('Then')}
        look="segment"
        options={[
          { value: 'approvals', label: t('Ask for approval') },
          { value: 'deny', label: t('Refuse') },
          { value: 'allow', label: t('Allow') },
        ]}
        value={kind}
        onChange={(value) => onChange(value === 'approvals' ? freshAsked : (value as Then))}
      />
      {typeof then === 'string' ? null : (
        <Approvals asked={then} approvers={approvers} onChange={onChange} />
      )}
    </>
  )
}

type ApprovalsProps = {
  asked: Asked
  approvers: readonly Choice[]
  onChange: (asked: Asked) => void
}

function Approvals({ asked, approvers, onChange }: ApprovalsProps) {
  const { approvals, expiresInMs } = asked
  const set = (changed: Need[]) => onChange({ ...asked, approvals: changed })
  const known = new Set(approvers.map(({ value }) => value))
  return (
    <>
      {approvals.map((need, at) => (
        <div key={at} className="sunken-box grid">
          <SelectField
            label={t('How many people')}
            options={[1, 2, 3, 4, 5].map((count) => ({
              value: String(count),
              label: String(count),
            }))}
            value={String(need.count)}
            onChange={({ target }) =>
              set(approvals.with(at, { ...need, count: Number(target.value) }))
            }
          />
          <Several
            label={t('Of these')}
            options={approvers}
            chosen={need.from}
            onChange={(chosen) => {
              // Who is gone, or has no name here, stays until the rule is made anew.
              const others = need.from.filter((term) => !known.has(term))
              set(approvals.with(at, { ...need, from: [...chosen, ...others] }))
            }}
          />
          {approvals.length > 1 ? (
            <div>
              <Button
                size="s"
                variant="quiet"
                icon={<Trash2 className="icon-medium" />}
                onClick={() => set(approvals.filter((_, index) => index !== at))}
              >
                {t('Remove these people')}
              </Button>
            </div>
          ) : null}
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={Plus}
          disabledReason={
            approvals.length >= needsMax ? t('A rule asks five groups at most') : undefined
          }
          onClick={() => set([...approvals, { from: ['role:owner'], count: 1 }])}
        >
          {t('And others as well')}
        </Button>
      </div>
      <SelectField
        label={t('Expires after')}
        options={[...new Set([...lengths, expiresInMs])].map((value) => ({
          value: String(value),
          label: describeDuration(Math.floor(value / 1000)),
        }))}
        value={String(expiresInMs)}
        onChange={({ target }) => onChange({ ...asked, expiresInMs: Number(target.value) })}
      />
    </>
  )
}
