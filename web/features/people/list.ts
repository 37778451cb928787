import { createList } from '../../list/index.ts'
import { watchRows } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { fetchMembers, type Member, type MemberFilter } from './calls.ts'
import { people } from './messages.ts'

/** The members of a workspace, in the order in which they joined. Where a new one belongs only the server knows. */
export const memberList = createList<Member, MemberFilter>({
  filter: { account: '', search: '' },
  fetch: fetchMembers,
  watch: (account_key, { connected }) =>
    watchRows({ account_key, list: 'members' }, { connected, changed: () => void memberList.load(true) }),
  receive(rows, _changed, removed) {
    const gone = new Set(removed)
    return rows.filter(({ key }) => !gone.has(key))
  },
  failed: () => wordsOf(people)('load_failed'),
})
