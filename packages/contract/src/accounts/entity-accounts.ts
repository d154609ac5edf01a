import { z } from 'zod'
import { enveloped, listed, recordId } from '../base/common.ts'
import { deprecations } from '../base/deprecations.ts'
import { endpoint } from '../base/endpoint.ts'
import { accountFilters } from './external-accounts.ts'
import {
  AccountChanged,
  AddedAccount,
  AddExternalAccount,
  ExternalAccount,
  ExternalAccountDetail,
} from './external-records.ts'

const ofEntity = z.object({ entityId: recordId() })
const accountParams = z.object({ entityId: recordId(), accountId: recordId() })

/** The accounts of one customer in their old place: the same records as external accounts. */
export const entityAccounts = {
  listOfEntity: endpoint({
    id: 'accounts.listOfEntity',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/entity/{entityId}/accounts',
    summary: 'List the accounts of one customer (deprecated)',
    params: ofEntity,
    query: accountFilters,
    response: listed(ExternalAccount),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID'],
    deprecated: deprecations['accounts.listOfEntity'],
  }),
  addOfEntity: endpoint({
    id: 'accounts.addOfEntity',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/entity/{entityId}/accounts/add',
    summary: 'Add an account of one customer (deprecated)',
    stepUp: { unless: { member: 'dryRun', is: true } },
    params: ofEntity,
    body: AddExternalAccount.partial({ entityId: true }),
    response: AddedAccount,
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND', 'ACCOUNT_TYPE_NOT_ALLOWED'],
    deprecated: deprecations['accounts.addOfEntity'],
  }),
  readOfEntity: endpoint({
    id: 'accounts.readOfEntity',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/entity/{entityId}/accounts/{accountId}',
    summary: 'Read one account of a customer (deprecated)',
    params: accountParams,
    response: enveloped(ExternalAccountDetail),
    failures: ['ACCOUNT_NOT_FOUND'],
    deprecated: deprecations['accounts.readOfEntity'],
  }),
  deleteOfEntity: endpoint({
    id: 'accounts.deleteOfEntity',
    module: 'accounts',
    method: 'DELETE',
    path: '/api/v1/xfer/entity/{entityId}/accounts/{accountId}',
    summary: 'Delete an account of a customer (deprecated)',
    params: accountParams,
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_IN_USE'],
    deprecated: deprecations['accounts.deleteOfEntity'],
  }),
}
