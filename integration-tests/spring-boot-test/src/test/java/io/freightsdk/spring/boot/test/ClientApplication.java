package io.freightsdk.spring.boot.test;

import io.freightsdk.spring.boot.FreightAutoConfiguration;
import io.freightsdk.spring.boot.FreightLedgerAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * An application with a client and its ledger, for tests that need nothing of the web. It is no
 * component, so that a scan of this package does not find it.
 */
@ImportAutoConfiguration({FreightLedgerAutoConfiguration.class, FreightAutoConfiguration.class})
class ClientApplication {}
