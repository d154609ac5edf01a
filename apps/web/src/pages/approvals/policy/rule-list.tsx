import type { PolicyRules } from '@corridor/contract/policy'
import { type Names, sentencesOf } from '@corridor/domain/policy'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Policy } from '../../../api/queries/approvals.ts'
import { t } from '../../../messages/text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'

type Rules = PolicyRules['rules']
type Props = {
  draft: PolicyRules
  findings: Policy['findings']
  names: Names
  missing: string | undefined
  onRules: (rules: Rules) => void
  onOtherwise: (otherwise: PolicyRules['otherwise']) => void
  onEdit: (at: number) => void
}

/** The rules in their order, each as its sentence with what is wrong with it. */
export function RuleList({ draft, findings, onOtherwise, missing, ...rest }: Props) {
  return (
    <>
      <ol className="grid" aria-label={t('Rules in their order')}>
        {draft.rules.map((rule, at) => (
          <li key={rule.id} className="sunken-box">
            <RuleRow rules={draft.rules} at={at} missing={missing} {...rest} />
            {findings
              .filter((finding) => finding.rule === rule.id)
              .map(({ sentence }) => (
                <Notice key={sentence} tone="hand" title={sentence} />
              ))}
          </li>
        ))}
      </ol>
      <div className="mt-4">
        <SelectField
          label={t('Everything else')}
          disabled={missing !== undefined}
          title={missing}
          options={[
            { value: 'allow', label: t('Allow') },
            { value: 'deny', label: t('Refuse') },
          ]}
          value={draft.otherwise}
          onChange={({ target }) => onOtherwise(target.value as PolicyRules['otherwise'])}
        />
      </div>
    </>
  )
}

type RowProps = Pick<Props, 'names' | 'missing' | 'onRules' | 'onEdit'> & {
  rules: Rules
  at: number
}

function RuleRow({ rules, at, names, missing, onRules, onEdit }: RowProps) {
  const rule = rules[at]
  if (!rule) return null
  const { name } = rule
  const moveTo = (to: number) => {
    const others = rules.toSpliced(at, 1)
    onRules(others.toSpliced(to, 0, rule))
  }
  return (
    <>
      <div className="strong">{name}</div>
      <p>{sentencesOf(rule, names).join(' ')}</p>
      <div className="row flex-wrap mt-2">
        <Button
          size="s"
          aria-label={t('Edit {name}', { name })}
          disabledReason={missing}
          onClick={() => onEdit(at)}
        >
          {t('Edit')}
        </Button>
        <Button
          size="s"
          variant="quiet"
          square
          aria-label={t('Move {name} up', { name })}
          disabledReason={missing ?? (at === 0 ? t('It is the first rule') : undefined)}
          onClick={() => moveTo(at - 1)}
        >
          <ArrowUp className="icon-medium" />
        </Button>
        <Button
          size="s"
          variant="quiet"
          square
          aria-label={t('Move {name} down', { name })}
          disabledReason={
            missing ?? (at === rules.length - 1 ? t('It is the last rule') : undefined)
          }
          onClick={() => moveTo(at + 1)}
        >
          <ArrowDown className="icon-medium" />
        </Button>
        <Button
          size="s"
          variant="quiet"
          aria-label={t('Remove {name}', { name })}
          disabledReason={missing}
          onClick={() => onRules(rules.filter((_, index) => index !== at))}
        >
          {t('Remove')}
        </Button>
      </div>
    </>
  )
}
