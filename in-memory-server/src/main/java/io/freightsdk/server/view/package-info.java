/**
 * The values that users see: ledger entries, requests, text messages, explained fixes and the
 * clock. They are below the public API, because every layer creates or uses them.
 */
@NullMarked
package io.freightsdk.server.view;

import org.jspecify.annotations.NullMarked;
