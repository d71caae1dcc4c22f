/**
 * What may be retried and when: the table, the backoff, {@code Retry-After} and the retry budget.
 *
 * <p>Attempts are counted by resilience4j; nothing here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
