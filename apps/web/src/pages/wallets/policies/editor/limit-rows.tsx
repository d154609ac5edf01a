import { Plus, X } from 'lucide-react'
import { Button } from '../../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../../ui/controls/inputs.tsx'
import type { DraftProblems, Unit } from './draft.ts'
import type { Limit, SecondBy } from './policy-form.ts'
import { t } from '../../../../messages/text.ts'

type Row = Limit & { by?: SecondBy | undefined }

type Props = {
  /** What the problems are called. */
  name: string
  rows: readonly Row[]
  units: readonly Unit[]
  problems: DraftProblems
  onChange: (rows: Row[]) => void
  /** Who signs as well, where the limit asks for that. */
  signers?: readonly { value: SecondBy; label: string }[]
}

/** Amounts above which something happens, at most one for each token. */
export function LimitRows({ name, rows, units, problems, onChange, signers }: Props) {
  const set = (at: number, part: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const free = units.find(({ unit }) => rows.every((row) => row.unit !== unit))
  return (
    <>
      {rows.map((row, index) => (
        <div className="policy-row" key={index}>
          <TextField
            label={t('More than')}
            inputMode="decimal"
            autoComplete="off"
            value={row.over}
            error={problems[`${name} ${index}`]}
            onChange={(event) => set(index, { over: event.target.value })}
          />
          <SelectField
            label={t('Token')}
            options={units.map(({ unit, label }) => ({ value: unit, label }))}
            value={row.unit}
            onChange={(event) => set(index, { unit: event.target.value })}
          />
          {signers ? (
            <SelectField
              label={t('Also signed by')}
              options={signers}
              value={row.by ?? 'any'}
              onChange={(event) => set(index, { by: event.target.value as SecondBy })}
            />
          ) : null}
          <Button
            square
            variant="quiet"
            className="mt-6"
            aria-label={t('Remove the limit in {unit}', { unit: row.unit })}
            icon={<X />}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {free ? (
        <div className="row">
          <Button
            size="s"
            icon={Plus}
            onClick={() => onChange([...rows, { unit: free.unit, over: '' }])}
          >
            {t('Add limit')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
