import type { PolicyCondition, PolicyFact, PolicyRule } from '@corridor/contract/policy'
import { sentencesOf } from '@corridor/domain/policy'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FactFields, Several } from '../../../features/approvals/policy/fact-fields.tsx'
import { operationLabels } from '../../../features/approvals/policy/operations.ts'
import type { usePolicyPeople } from '../../../features/approvals/policy/people.ts'
import {
  conditionOf,
  freshFacts,
  type Term,
  termsOf,
} from '../../../features/approvals/policy/terms.ts'
import { t } from '../../../messages/text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ThenFields } from './then-fields.tsx'

type People = ReturnType<typeof usePolicyPeople>
type Props = {
  rule: PolicyRule
  isNew: boolean
  people: People
  onSave: (rule: PolicyRule) => void
  onClose: () => void
}

/** One rule as a form, with the sentence that it makes. */
export function RuleDialog({ rule, isNew, people, onSave, onClose }: Props) {
  const [name, setName] = useState(rule.name)
  const [on, setOn] = useState<readonly string[]>(rule.on)
  const [then, setThen] = useState(rule.then)
  const condition = useCondition(rule.when)
  const made: PolicyRule = { ...rule, name: name.trim(), on: [...on], when: condition.when, then }
  const missing = missingIn(made) ?? condition.problem
  return (
    <FormDialog
      wide
      title={isNew ? t('New rule') : t('Edit rule')}
      description={t('Nothing changes before you publish the policy.')}
      button={t('Keep rule')}
      disabledReason={missing}
      onSubmit={() => onSave(made)}
      onClose={onClose}
    >
      <p className="sunken-box" aria-live="polite" data-part="sentence">
        {sentencesOf(made, people.names).join(' ')}
      </p>
      <TextField
        label={t('Name')}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Operations on={on} onChange={setOn} />
      {condition.terms ? (
        <Terms
          terms={condition.terms}
          initiators={people.initiators}
          onChange={condition.setTerms}
        />
      ) : (
        <CodeField
          label={t('Condition as JSON')}
          hint={t('It nests deeper than the form shows, so it is edited as text.')}
          error={condition.problem}
          rows={10}
          value={condition.text}
          onChange={(event) => condition.setText(event.target.value)}
        />
      )}
      <ThenFields then={then} approvers={people.approvers} onChange={setThen} />
    </FormDialog>
  )
}

function missingIn({ name, on, then }: PolicyRule): string | undefined {
  if (name === '') return t('Give the rule a name')
  if (on.length === 0) return t('Choose an operation')
  if (typeof then !== 'string' && then.approvals.some(({ from }) => from.length === 0))
    return t('Choose who has to agree')
  return undefined
}

/** The condition as lines, or as text where it is none of lines. */
function useCondition(start: PolicyCondition) {
  const [terms, setTerms] = useState(() => termsOf(start))
  const [text, setText] = useState(() => JSON.stringify(start, undefined, 2))
  const read = parsed(text)
  const when = terms ? conditionOf(terms) : (read ?? start)
  const isText = terms === undefined
  const problem = isText && read === undefined ? t('This is no condition') : undefined
  return { terms, setTerms, text, setText, when, problem }
}

/** As far as the sentence needs it; the service checks the rest before anything is published. */
function parsed(text: string): PolicyCondition | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isCondition(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isCondition(value: unknown): value is PolicyCondition {
  if (typeof value !== 'object' || value === null) return false
  if ('not' in value) return isCondition(value.not)
  const parts = 'all' in value ? value.all : 'any' in value ? value.any : undefined
  if (parts !== undefined) return Array.isArray(parts) && parts.every(isCondition)
  return 'fact' in value && typeof value.fact === 'string' && value.fact in freshFacts
}

type OperationsProps = { on: readonly string[]; onChange: (on: readonly string[]) => void }

function Operations({ on, onChange }: OperationsProps) {
  const options = [
    { value: '*', label: t('Any operation') },
    ...Object.entries(operationLabels).map(([value, label]) => ({ value, label })),
  ]
  return (
    <Several
      label={t('When somebody wants to')}
      options={options}
      chosen={on}
      onChange={onChange}
    />
  )
}

const kindLabels: Record<PolicyFact['fact'], string> = {
  amount: t('Amount'),
  sum: t('Sum in a time'),
  count: t('Number in a time'),
  payee: t('Payee'),
  destination: t('Destination'),
  corridor: t('Corridor'),
  asset: t('Asset'),
  direction: t('Direction'),
  initiator: t('Who asks'),
  time: t('Time of day'),
  day: t('Day of the week'),
}
const kinds = Object.keys(kindLabels) as PolicyFact['fact'][]
const kindOptions = kinds.map((value) => ({ value, label: kindLabels[value] }))

type TermsProps = {
  terms: readonly Term[]
  initiators: People['initiators']
  onChange: (terms: Term[]) => void
}

/** Lines that all have to hold. */
function Terms({ terms, initiators, onChange }: TermsProps) {
  const put = (at: number, term: Term) =>
    onChange(terms.map((item, index) => (index === at ? term : item)))
  return (
    <fieldset className="field">
      <legend className="field-label">{t('And all of this holds')}</legend>
      {terms.length === 0 ? <p className="muted">{t('Always.')}</p> : null}
      {terms.map((term, at) => (
        <div key={`${at} ${term.fact.fact}`} className="sunken-box grid mb-2">
          <div className="row flex-wrap">
            <SelectField
              label={t('Condition')}
              options={kindOptions}
              value={term.fact.fact}
              onChange={({ target }) =>
                put(at, { ...term, fact: freshFacts[target.value as PolicyFact['fact']] })
              }
            />
            <Checkbox
              label={t('Not')}
              checked={term.isNegated}
              onChange={({ target }) => put(at, { ...term, isNegated: target.checked })}
            />
            <Button
              size="s"
              variant="quiet"
              icon={<Trash2 className="icon-medium" />}
              onClick={() => onChange(terms.filter((_, index) => index !== at))}
            >
              {t('Remove condition')}
            </Button>
          </div>
          <FactFields
            fact={term.fact}
            initiators={initiators}
            onChange={(fact) => put(at, { ...term, fact })}
          />
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={Plus}
          onClick={() => onChange([...terms, { fact: freshFacts.amount, isNegated: false }])}
        >
          {t('Add condition')}
        </Button>
      </div>
    </fieldset>
  )
}
