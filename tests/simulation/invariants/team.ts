import { disclosed } from '#domain/kernel'
import { reservation } from '#domain/reservation'
import { user as person, streamOfUser } from '#domain/user'
import { streamOfWorkspace, workspace as team } from '#domain/workspace'
import { keyOfInvitation } from '#processes/invitations'
import { accountStreams } from '../../../command-api/accounts/streams.ts'
import { addressInTeam, type Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { foldOf } from '../fold-of.ts'
import { TOKEN_KEY } from '../server.ts'
import type { Say } from './folded.ts'

/** A member of a team is somebody, finds it, and has their address for themselves; nothing can be read of a person whom nobody knows any more. */
export async function checkTeam({ plan, workspace, creator, inTeam, left }: Ceremony, house: Environment, say: Say): Promise<void> {
  if (left && !left.hasEnded()) say('the page of whoever was removed from the team goes on')
  const { members } = (await foldOf(streamOfWorkspace(workspace), team, house)).state
  const others = members.filter(({ user }) => user !== creator)
  for (const { user } of others) {
    const { erased, email, workspaces } = (await foldOf(streamOfUser(user), person, house)).state
    if (erased !== null || disclosed(email, '') === '') say('somebody stands in the team whose profile is deleted')
    if (!workspaces.some((one) => one.workspace === workspace)) say('somebody belongs to the team and does not find it')
  }
  if (inTeam && !others.some(({ user }) => user === inTeam)) say('somebody was acknowledged as added to the team, and is not there')
  if (others.length > 1) say('somebody stands in the team twice')
  if (plan.belongs === null) return
  const { holder } = (await foldOf(accountStreams(null as never, TOKEN_KEY).emailStream(addressInTeam(plan)), reservation, house)).state
  const [one] = others
  const isWritten = (member: string, user: string) => house.post.keysOf(`user:${user}`).includes(keyOfInvitation(member))
  const hasChosen = house.stored.some(({ stream, event }) => stream === streamOfUser(one?.user ?? '') && event.type === 'PasswordSet')
  if (one && !hasChosen && !isWritten(one.key, one.user)) say('somebody stands in the team, and no invitation to it is written down')
  const strangers = house.post.ownersOf(addressInTeam(plan)).filter((owner) => owner !== `user:${holder}`)
  if (strangers.length > 0) say('mails are kept for somebody whose profile is deleted')
  if (one && holder !== one.user) say('somebody stands in the team, and their address is another’s')
  if (holder !== null && (await foldOf(streamOfUser(holder), person, house)).state.erased !== null)
    say('an address is kept for somebody whose profile is deleted')
  for (const { stream, event } of house.stored) {
    if (event.type !== 'ProfileErased') continue
    const gone = stream.slice('user-'.length)
    if (house.door.passwords.has(gone)) say('a password is kept of somebody whose profile is deleted')
    if ([...house.door.sessions.values()].some(({ owner }) => owner === `user:${gone}`))
      say('somebody is logged in whose profile is deleted')
    if ([...house.door.links.values()].some(({ owner }) => owner === gone)) say('a link is kept of somebody whose profile is deleted')
    const sealed = (await house.log.read(stream, 0n, 10_000)).flatMap((one) => one.sealed)
    for (const { subject } of sealed) if (await house.keys.existing(stream, subject)) say('a profile is deleted, and can be read')
  }
}
