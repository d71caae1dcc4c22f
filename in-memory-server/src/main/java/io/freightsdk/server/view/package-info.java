/**
 * The values that the server returns to tests: loads, ledger entries, requests, text messages,
 * explained fixes and the clock.
 */
@NullMarked
package io.freightsdk.server.view;

import org.jspecify.annotations.NullMarked;
