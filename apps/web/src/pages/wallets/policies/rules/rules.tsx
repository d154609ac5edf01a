import type { PolicyRules } from '@corridor/contract/policy'
import type { WalletPolicy } from '../../../../api/queries/wallets.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { policy: PolicyRules; sentences: WalletPolicy['sentences'] }

/** A policy as sentences, in the order of its rules. */
export function Rules({ policy, sentences }: Props) {
  return (
    <ul className="grid" aria-label={t('Rules')}>
      {policy.rules.map(({ id, name }) => (
        <li key={id}>
          <span className="strong">{name}</span>
          <span className="muted block">
            {sentences.find(({ rule }) => rule === id)?.sentence ?? ''}
          </span>
        </li>
      ))}
      <li className="muted">
        {policy.otherwise === 'allow'
          ? t('Everything else may be signed.')
          : t('Everything else is refused.')}
      </li>
    </ul>
  )
}

/** Rules that do nothing, or not what they seem to. */
export function Findings({
  findings,
  policy,
}: {
  findings: WalletPolicy['findings']
  policy: PolicyRules
}) {
  const nameOf = (id: string) => policy.rules.find((rule) => rule.id === id)?.name ?? id
  return findings.map(({ rule, kind, sentence }) => (
    <Notice key={`${rule} ${kind}`} tone="hand" title={nameOf(rule)}>
      {sentence}
    </Notice>
  ))
}
