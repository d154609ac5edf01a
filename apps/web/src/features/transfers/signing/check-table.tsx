import { clsx } from 'clsx'
import type { Cell, CheckRow } from '../../../signing/payload-check.ts'
import { FullAddress, Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { t } from '../../../messages/text.ts'

type Props = { rows: readonly CheckRow[] }

/** Field by field: what was quoted, what the bytes say, and whether both agree. */
export function CheckTable({ rows }: Props) {
  return (
    <table className="payload-check" aria-label={t('Payload check')}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Quoted')}</th>
          <th scope="col">{t('In the payload')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('Match')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field} className={clsx(row.match === 'mismatch' && 'differs')}>
            <th scope="row">{row.field}</th>
            <td data-label={t('Quoted')}>
              <CellView cell={row.quoted} />
            </td>
            <td data-label={t('In the payload')}>
              <CellView cell={row.payload} />
            </td>
            <td className="match-cell">
              <MatchMark match={row.match} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CellView({ cell: { mono, text, amount, address, time } }: { cell: Cell }) {
  return (
    <span>
      {mono ? <span className="mono break-anywhere">{mono}</span> : null}
      {mono && (text || amount) ? ', ' : null}
      {text}
      {amount ? <Amount {...amount} /> : null}
      {time === undefined ? null : (
        <>
          {' '}
          <Time at={time} detail="second" withZone />
        </>
      )}
      {address ? (
        <span className="block mt-1">
          <FullAddress value={address} />
        </span>
      ) : null}
    </span>
  )
}

const marks = {
  match: { meaning: 'done', label: t('Match') },
  mismatch: { meaning: 'fail', label: t('Differs') },
  shown: { meaning: 'end', label: t('Shown only') },
} as const

function MatchMark({ match }: { match: CheckRow['match'] }) {
  const { meaning, label } = marks[match]
  return (
    <span className={`tone-${meaning}`} title={label}>
      <StatusIcon meaning={meaning} size="m" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** `9 of 9 match`: of the fields that can be compared. */
export function MatchCount({ rows }: Props) {
  const compared = rows.filter(({ match }) => match !== 'shown')
  const matching = compared.filter(({ match }) => match === 'match').length
  return (
    <StatusPill
      status={matching === compared.length ? 'COMPLETED' : 'FAILED'}
      label={t('{matching} of {count} match', { matching, count: compared.length })}
    />
  )
}
