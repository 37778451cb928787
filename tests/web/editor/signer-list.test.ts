import { describe, expect, test } from 'vitest'
import { groupOf, type PackCommand, type PackState } from '#domain/pack'
import { dropped, intoGroup, moved, signerListRows } from '../../../web/features/request-signatures/signer-list.ts'
import { inverseOf } from '../../../web/live/inverse.ts'
import { after as having, id, inSetup } from '../support/pack.ts'

const { view: two, anna, ben } = inSetup()
const [cleo, clients, advisers] = [id(), id(), id()]
const view = having(
  two,
  { do: 'AddSignatory', signatory: cleo, role: 'Broker' },
  { do: 'AddSignerGroup', group: clients, name: 'Clients' },
  { do: 'AddSignerGroup', group: advisers, name: 'Advisers' },
  { do: 'SetSigningOrder', steps: [[clients, anna, ben], [cleo], [advisers]] },
)
const listed = (of: PackState) => signerListRows(of).map(({ uuid }) => uuid)
const by = (command: PackCommand | null) => having(view, command!)

describe('the signer list', () => {
  test('[S-126] has a row for each group and each signer: position, group, uuid, whether it is a group, whether it is dragged, role', () => {
    expect(signerListRows(view, ben)).toEqual([
      { uuid: clients, position: 0, isSignerGroup: true, signerGroup: null, role: '', isBeingDragged: false },
      { uuid: anna, position: 1, isSignerGroup: false, signerGroup: clients, role: 'Tenant', isBeingDragged: false },
      { uuid: ben, position: 2, isSignerGroup: false, signerGroup: clients, role: 'Owner', isBeingDragged: true },
      { uuid: cleo, position: 3, isSignerGroup: false, signerGroup: null, role: 'Broker', isBeingDragged: false },
      { uuid: advisers, position: 4, isSignerGroup: true, signerGroup: null, role: '', isBeingDragged: false },
    ])
  })

  test('[S-157] a signer who is dropped into a group is in it, at that place', () => {
    expect(groupOf(by(dropped(view, cleo, advisers)), cleo)?.uuid).toBe(advisers)
    expect(listed(by(dropped(view, cleo, ben)))).toEqual([clients, anna, cleo, ben, advisers])
    expect(listed(by(dropped(view, anna, ben)))).toEqual([clients, ben, anna, cleo, advisers])
    expect(listed(by(dropped(view, ben, anna)))).toEqual([clients, ben, anna, cleo, advisers])
  })

  test('[S-158] one who is dropped at the top is in none, and signs first', () => {
    const next = by(dropped(view, ben, 'top'))
    expect(groupOf(next, ben)).toBeUndefined()
    expect(listed(next)).toEqual([ben, clients, anna, cleo, advisers])
  })

  test('[S-159] one who is dropped at the bottom is in none, and signs last', () => {
    const next = by(dropped(view, anna, 'bottom'))
    expect(groupOf(next, anna)).toBeUndefined()
    expect(listed(next)).toEqual([clients, ben, cleo, advisers, anna])
  })

  test('a group takes its signers along, and one over a signer without a group takes their place', () => {
    expect(listed(by(dropped(view, clients, cleo)))).toEqual([cleo, clients, anna, ben, advisers])
    expect(listed(by(dropped(view, clients, 'bottom')))).toEqual([cleo, advisers, clients, anna, ben])
    expect(listed(by(dropped(view, ben, cleo)))).toEqual([clients, anna, cleo, ben, advisers])
    expect(listed(having(two, dropped(two, ben, anna)))).toEqual([ben, anna])
    expect(listed(having(two, dropped(two, anna, ben)))).toEqual([ben, anna])
  })

  test('by its buttons a row moves one place, a signer out of a group at its edge, and nothing beyond the list', () => {
    expect(listed(by(moved(view, anna, 1)))).toEqual([clients, ben, anna, cleo, advisers])
    const out = by(moved(view, anna, -1))
    expect([listed(out), groupOf(out, anna)]).toEqual([[anna, clients, ben, cleo, advisers], undefined])
    const out_ = by(moved(view, ben, 1))
    expect([listed(out_), groupOf(out_, ben)]).toEqual([[clients, anna, ben, cleo, advisers], undefined])
    expect(listed(by(moved(view, cleo, -1)))).toEqual([cleo, clients, anna, ben, advisers])
    expect([moved(view, clients, -1), moved(view, advisers, 1)]).toEqual([null, null])
    expect(groupOf(by(intoGroup(view, cleo, clients)), cleo)?.uuid).toBe(clients)
    expect(listed(by(intoGroup(view, anna, null)))).toEqual([clients, ben, anna, cleo, advisers])
  })

  test('a group that was deleted comes back with its signers, and so do all when groups were turned off', () => {
    const commands: readonly PackCommand[] = [
      { do: 'RemoveSignerGroup', group: clients },
      { do: 'SetSignerGroups', on: false },
      { do: 'NameSignerGroup', group: clients, name: 'Tenants' },
      { do: 'AddSignerGroup', group: id() },
    ]
    for (const command of commands) {
      const next = having(view, command)
      const back = having(next, ...inverseOf(view, command, next))
      expect(signerListRows(back)).toEqual(signerListRows(view))
      // A group's colour goes by its place.
      expect(back.groups?.map(({ name }) => name)).toEqual(['Clients', 'Advisers'])
      expect(back.settings.signerGroups).toBe(true)
    }
  })
})
