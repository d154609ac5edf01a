import type { Transfer } from '../../api/queries/transfers.ts'
import { Name } from '../../ui/display/name.tsx'

type Props = {
  /** Who pays or is paid. */
  name: string
  side: Pick<Transfer['from'], 'fullName' | 'latinName'>
}

/** Who pays or is paid: the Latin name is that of the side's own party. */
export const PartyName = ({ name, side }: Props) => (
  <Name name={name} latinName={name === side.fullName ? side.latinName : ''} />
)
