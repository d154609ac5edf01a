import { Navigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'

/** Accounts begin with those that money leaves from or goes to. */
export function Component() {
  return <Navigate to={paths.externalAccounts} replace />
}
