import type gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { Metadata, status } from '@grpc/grpc-js'

const { VNodeState } = gossip.MemberInfo
export type State = keyof typeof VNodeState

export interface Member {
  readonly port: number
  readonly state: State
  readonly alive: boolean
}
/** What a node knows of its cluster: what it tells clients, and whom it sends them to. */
export interface Membership {
  members(): readonly Member[]
  /** The port of the leader; null while none is known. */
  leader(): number | null
}

export const gossipOf = ({ members }: Membership): gossipGrpc.IGossipServer => ({
  read: (_, answer) => answer(null, new gossip.ClusterInfo().setMembersList(members().map(memberInfo))),
})

function memberInfo({ port, state, alive }: Member) {
  return new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setTimeStamp('0')
    .setState(VNodeState[state])
    .setIsAlive(alive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port))
}

export const NO_LEADER = 'No leader info available in response'

/** How a node that does not lead refuses what must be done by the leader. */
export function notLeader(leader: number | null) {
  const metadata = new Metadata()
  if (leader === null) return Object.assign(new Error(NO_LEADER), { code: status.UNKNOWN, details: NO_LEADER, metadata })
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', String(leader))
  const details = 'Leader info available'
  return Object.assign(new Error(details), { code: status.NOT_FOUND, details, metadata })
}
