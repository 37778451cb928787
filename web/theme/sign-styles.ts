// The styles of the signer's page: a phone loads these before it shows anything.
import '@mantine/core/styles.layer.css'
import 'virtual:mantine-variables.css'
import './tokens.css'
import './base.css'
