import './jitless.ts'
import './features/signing/after-first-look.ts'
import './theme/sign-styles.ts'
import { SigningApp } from './features/signing/index.ts'
import { messages, Worded } from './messages/index.ts'
import { monitor } from './monitoring/index.ts'
import { start } from './start.ts'
import { Themed } from './theme/index.ts'

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

// No session of a signer is recorded: what they look at is somebody's contract.
monitor({ replays: false })
start(
  <Themed>
    <Worded messages={messages}>
      <SigningApp token={token} />
    </Worded>
  </Themed>,
)
