/**
 * What may be retried and when: the table, the backoff, and how long an idempotency key is valid.
 *
 * <p>Attempts are counted by resilience4j; nothing here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
