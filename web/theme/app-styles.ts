// The styles of the application's page, in the order in which they may override each other.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import 'virtual:mantine-variables.css'
import './tokens.css'
import './base.css'
