import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NoTimestamp, SEAL_LEVELS, signFile } from '#pdf/signature'
import { plainBytes } from './support/files.ts'
import { AT, credential } from './support/sealed.ts'
import { hasOpenssl, type Mood, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const TITLE = `a time authority${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`

describe.skipIf(!hasOpenssl)(TITLE, () => {
  let fine: TimeAuthority
  let pdf: Uint8Array
  beforeAll(async () => {
    fine = await startTimeAuthority({ key: 'ec' })
    pdf = await plainBytes(1)
  }, 60_000)
  afterAll(() => fine.close())

  const sealed = (from: TimeAuthority, { at = Date.now(), patienceMs = 20_000, certificates = from.root } = {}) =>
    signFile(pdf, {
      credential,
      at,
      level: 'B-T',
      timestamps: { source: { url: from.url, certificates, patienceMs }, seed: new Uint8Array(16) },
    })
  const said = (answer: Promise<unknown>) =>
    answer.then(
      () => 'sealed',
      (error: unknown) => (error instanceof NoTimestamp ? error.message : String(error)),
    )
  const inMood = async (mood: Mood, patienceMs?: number) => {
    fine.mood = mood
    try {
      return await said(sealed(fine, patienceMs === undefined ? {} : { patienceMs }))
    } finally {
      fine.mood = 'fine'
    }
  }

  test('that is down, late, answers half, refuses or stamps something else is no authority: nothing is sealed with less', async () => {
    expect(await inMood('fine')).toBe('sealed')
    expect(await inMood('down')).toBe('the time authority answered 503')
    expect(await inMood('late', 200)).toBe('the time authority does not answer')
    expect(await inMood('truncated')).toBe('the time authority answered with no timestamp')
    expect(await inMood('refuses')).toBe('the time authority answered with no timestamp')
    expect(await inMood('other-digest')).toContain('it is over something else')
    expect(await inMood('other-nonce')).toContain('it answers another question')
  })

  test('whose clock is wrong is not believed, and neither is one that nobody named', async () => {
    const minute = 60_000
    for (const off of [-60, -11, 11]) {
      expect(await said(sealed(fine, { at: Date.now() + off * minute })), `${off}`).toBe("the time authority's clock is wrong")
    }
    for (const off of [-9, 9]) expect(await said(sealed(fine, { at: Date.now() + off * minute })), `${off}`).toBe('sealed')
    const stranger = await startTimeAuthority({ key: 'ec' })
    expect(await said(sealed(stranger, { certificates: fine.root }))).toBe('the timestamp comes from another authority')
    await stranger.close()
  })

  test('whose certificate has expired is not believed', async () => {
    const expired = await startTimeAuthority({ key: 'ec', expired: true })
    const words = await said(sealed(expired))
    // openssl itself may refuse to answer with it.
    expect(words).toMatch(/certificate was not valid then|answered with no timestamp|answered 503/)
    await expired.close()
  })

  test('is asked for every level above B-B, and none of them is made without it', async () => {
    for (const level of SEAL_LEVELS.filter((one) => one !== 'B-B')) {
      await expect(signFile(pdf, { credential, at: AT, level })).rejects.toThrow('no time authority is configured')
    }
  })
})
